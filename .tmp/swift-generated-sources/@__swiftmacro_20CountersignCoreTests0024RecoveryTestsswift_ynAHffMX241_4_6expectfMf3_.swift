Testing.__checkValue(try await byDevice.service.devices.list(deviceOwner).devices.map(\.id) == [device.id],expression: .__fromSyntaxNode(#"try await byDevice.service.devices.list(deviceOwner).devices.map(\.id) == [device.id]"#),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:242:5-242:99
