Testing.__checkValue(try await phone.manager.registrationState() == .neverRegistered,expression: .__fromSyntaxNode("try await phone.manager.registrationState() == .neverRegistered"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/RegistrationTests.swift:21:5-21:77
