Testing.__checkValue(try await harness.notices(to: Self.number) == [.recoveryBegun, .recoveryCancelled],expression: .__fromSyntaxNode("try await harness.notices(to: Self.number) == [.recoveryBegun, .recoveryCancelled]"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:138:5-139:90
