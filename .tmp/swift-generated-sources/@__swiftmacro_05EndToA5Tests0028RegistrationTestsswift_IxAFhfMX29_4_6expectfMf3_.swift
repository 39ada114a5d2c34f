Testing.__checkValue(try await other.manager.registrationState() == .neverRegistered,expression: .__fromSyntaxNode("try await other.manager.registrationState() == .neverRegistered"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/RegistrationTests.swift:30:5-30:77
