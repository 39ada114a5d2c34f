Testing.__checkValue(try await phone.manager.registrationState() == .onThisDevice,expression: .__fromSyntaxNode("try await phone.manager.registrationState() == .onThisDevice"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/RegistrationTests.swift:24:5-24:74
