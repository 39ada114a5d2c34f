Testing.__checkValue(try await harness.service.recoveries.show(session).status == .waiting,expression: .__fromSyntaxNode("try await harness.service.recoveries.show(session).status == .waiting"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:16:5-16:83
