Testing.__checkValue(try await begin(harness, session) == nil,expression: .__fromSyntaxNode("try await begin(harness, session) == nil"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:156:5-156:54
