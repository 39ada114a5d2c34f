Testing.__checkValue(try await harness.service.devices.list(session).devices.isEmpty,expression: .__fromSyntaxNode("try await harness.service.devices.list(session).devices.isEmpty"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:32:5-32:77
