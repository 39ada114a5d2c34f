Testing.__checkValue(try await other.manager.registrationState() == .onAnotherDevice,expression: .__fromSyntaxNode("try await other.manager.registrationState() == .onAnotherDevice"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/RegistrationTests.swift:25:5-25:77
