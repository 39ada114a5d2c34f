Testing.__checkValue(try await other.manager.registrationState() == .onAnotherDevice,expression: .__fromSyntaxNode("try await other.manager.registrationState() == .onAnotherDevice"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/RegistrationTests.swift:104:5-104:77
