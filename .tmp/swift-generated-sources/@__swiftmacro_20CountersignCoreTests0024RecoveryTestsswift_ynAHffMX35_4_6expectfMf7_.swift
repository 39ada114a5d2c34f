Testing.__checkValue(try await harness.service.sessions.list(session).sessions.count == 1,expression: .__fromSyntaxNode("try await harness.service.sessions.list(session).sessions.count == 1"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:36:5-36:82
