Testing.__checkBinaryOperation(set.refusal,{ $0 == $1() },.insufficientUserAuthentication,expression: .__fromBinaryOperation(.__fromSyntaxNode("set.refusal"),"==",.__fromSyntaxNode(".insufficientUserAuthentication")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:70:5-70:60
