Testing.__checkValue(try await phone.manager.registrationState() == .registeredBefore,expression: .__fromSyntaxNode("try await phone.manager.registrationState() == .registeredBefore"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/RegistrationTests.swift:132:7-132:80
