Testing.__checkBinaryOperation(texts.count == 4,{ $0 && $1() },texts.allSatisfy { $0.recipient == Self.number },expression: .__fromBinaryOperation(.__fromSyntaxNode("texts.count == 4"),"&&",.__fromSyntaxNode("texts.allSatisfy { $0.recipient == Self.number }")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:149:5-149:82
