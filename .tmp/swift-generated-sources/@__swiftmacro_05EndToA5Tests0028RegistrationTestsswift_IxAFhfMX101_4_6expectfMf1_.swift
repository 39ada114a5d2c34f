Testing.__checkValue(try await phone.manager.registrationState() == .onThisDevice,expression: .__fromSyntaxNode("try await phone.manager.registrationState() == .onThisDevice"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/RegistrationTests.swift:102:5-102:74
