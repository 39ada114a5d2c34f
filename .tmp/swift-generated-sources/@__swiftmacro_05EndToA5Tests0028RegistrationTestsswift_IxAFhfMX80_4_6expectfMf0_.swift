Testing.__checkValue(try await session.devices().devices.count == 2,expression: .__fromSyntaxNode("try await session.devices().devices.count == 2"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/RegistrationTests.swift:81:5-81:60
