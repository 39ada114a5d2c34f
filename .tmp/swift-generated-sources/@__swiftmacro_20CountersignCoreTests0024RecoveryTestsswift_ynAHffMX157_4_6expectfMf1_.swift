Testing.__checkValue(try await harness.notices().contains(.recoveryBegun),expression: .__fromSyntaxNode("try await harness.notices().contains(.recoveryBegun)"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:158:5-158:66
