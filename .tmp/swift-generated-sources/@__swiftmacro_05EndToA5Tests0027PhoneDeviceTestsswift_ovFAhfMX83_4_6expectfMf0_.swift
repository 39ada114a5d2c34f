Testing.__checkValue(try await restarted.device.state(of: session.accountID).unconfirmedIDs.isEmpty,expression: .__fromSyntaxNode("try await restarted.device.state(of: session.accountID).unconfirmedIDs.isEmpty"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneDeviceTests.swift:84:5-84:92
