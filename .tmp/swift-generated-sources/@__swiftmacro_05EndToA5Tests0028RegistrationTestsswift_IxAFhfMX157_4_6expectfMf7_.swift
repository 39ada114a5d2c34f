Testing.__checkValue(try await other.manager.registrationState() == .onThisDevice,expression: .__fromSyntaxNode("try await other.manager.registrationState() == .onThisDevice"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/RegistrationTests.swift:158:5-158:74
