Testing.__checkValue(try await phone.manager.registrationState() == .onAnotherDevice,expression: .__fromSyntaxNode("try await phone.manager.registrationState() == .onAnotherDevice"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/RegistrationTests.swift:110:5-110:77
