Testing.__checkValue(try await restarted.device.state(of: account).unconfirmedIDs.count == 1,expression: .__fromSyntaxNode("try await restarted.device.state(of: account).unconfirmedIDs.count == 1"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneDeviceTests.swift:44:5-44:85
