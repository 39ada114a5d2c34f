Testing.__checkValue(try await harness.service.credentials.list(session).credentials.count == 1,expression: .__fromSyntaxNode("try await harness.service.credentials.list(session).credentials.count == 1"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:27:5-27:88
