Testing.__checkValue(try await buy(100) == nil,expression: .__fromSyntaxNode("try await buy(100) == nil"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:110:22-110:56
