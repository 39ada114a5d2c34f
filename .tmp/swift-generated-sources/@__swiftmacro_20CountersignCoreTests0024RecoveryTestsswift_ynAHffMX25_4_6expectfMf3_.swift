Testing.__checkValue(try await harness.service.devices.list(session).devices.count == 1,expression: .__fromSyntaxNode("try await harness.service.devices.list(session).devices.count == 1"),comments: [.__line("// Asking for options changes nothing yet.")],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:26:5-26:80
