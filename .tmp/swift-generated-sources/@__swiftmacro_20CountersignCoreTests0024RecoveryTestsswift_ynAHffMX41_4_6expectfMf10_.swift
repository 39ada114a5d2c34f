Testing.__checkBinaryOperation(notices.contains(.recoveryBegun),{ $0 && $1() },notices.contains(.recovered),expression: .__fromBinaryOperation(.__fromSyntaxNode("notices.contains(.recoveryBegun)"),"&&",.__fromSyntaxNode("notices.contains(.recovered)")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:42:5-42:78
