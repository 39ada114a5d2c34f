Testing.__checkBinaryOperation(texted,{ $0 == $1() },[.recoveryBegun, .recoveryCancelled, .recoveryBegun, .recovered],expression: .__fromBinaryOperation(.__fromSyntaxNode("texted"),"==",.__fromSyntaxNode("[.recoveryBegun, .recoveryCancelled, .recoveryBegun, .recovered]")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:145:5-145:88
