Testing.__checkValue(try await register() == nil,expression: .__fromSyntaxNode("try await register() == nil"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:241:5-241:41
