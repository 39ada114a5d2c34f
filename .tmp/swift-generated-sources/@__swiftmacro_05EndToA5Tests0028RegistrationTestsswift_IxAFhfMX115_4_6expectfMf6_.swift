Testing.__checkValue(try await other.manager.registrationState() == .registeredBefore,expression: .__fromSyntaxNode("try await other.manager.registrationState() == .registeredBefore"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/RegistrationTests.swift:116:5-116:78
