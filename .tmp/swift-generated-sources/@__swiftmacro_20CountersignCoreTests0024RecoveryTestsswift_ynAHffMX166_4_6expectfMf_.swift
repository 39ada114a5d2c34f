Testing.__checkValue(try await harness.service.recoveries.show(session).status == .none,expression: .__fromSyntaxNode("try await harness.service.recoveries.show(session).status == .none"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:167:5-167:80
