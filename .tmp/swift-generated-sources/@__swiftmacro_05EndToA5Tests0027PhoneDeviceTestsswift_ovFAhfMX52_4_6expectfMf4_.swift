Testing.__checkValue(try await restarted.device.state(of: account) == DeviceState(deviceID: nil),expression: .__fromSyntaxNode("try await restarted.device.state(of: account) == DeviceState(deviceID: nil)"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneDeviceTests.swift:53:5-53:89
