Testing.__checkValue(try await harness.fault() == nil,expression: .__fromSyntaxNode("try await harness.fault() == nil"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:43:5-43:46
