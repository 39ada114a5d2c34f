Testing.__checkBinaryOperation(gone.refusal,{ $0 == $1() },.deviceUnknown,expression: .__fromBinaryOperation(.__fromSyntaxNode("gone.refusal"),"==",.__fromSyntaxNode(".deviceUnknown")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:201:5-201:44
