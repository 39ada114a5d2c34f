Testing.__checkValue(try await harness.notices(to: Self.number) == [],expression: .__fromSyntaxNode("try await harness.notices(to: Self.number) == []"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:157:5-157:62
