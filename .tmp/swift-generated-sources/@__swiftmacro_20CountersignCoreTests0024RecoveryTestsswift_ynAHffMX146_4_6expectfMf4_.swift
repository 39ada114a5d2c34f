Testing.__checkBinaryOperation(mailed.filter(Set(texted).contains),{ $0 == $1() },texted,expression: .__fromBinaryOperation(.__fromSyntaxNode("mailed.filter(Set(texted).contains)"),"==",.__fromSyntaxNode("texted")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:147:5-147:59
