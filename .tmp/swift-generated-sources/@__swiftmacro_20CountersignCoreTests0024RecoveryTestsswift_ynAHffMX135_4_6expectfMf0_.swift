Testing.__checkValue(try await harness.notices(to: Self.number) == [.recoveryBegun],expression: .__fromSyntaxNode("try await harness.notices(to: Self.number) == [.recoveryBegun]"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:136:5-136:76
