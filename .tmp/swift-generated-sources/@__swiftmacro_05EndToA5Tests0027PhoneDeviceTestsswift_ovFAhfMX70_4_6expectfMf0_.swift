Testing.__checkValue(try await session.devices().devices.count == 1,expression: .__fromSyntaxNode("try await session.devices().devices.count == 1"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneDeviceTests.swift:71:5-71:60
