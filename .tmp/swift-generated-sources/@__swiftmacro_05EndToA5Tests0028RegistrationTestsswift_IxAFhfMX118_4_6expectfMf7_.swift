Testing.__checkValue(try await third.manager.registrationState() == .neverRegistered,expression: .__fromSyntaxNode("try await third.manager.registrationState() == .neverRegistered"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/RegistrationTests.swift:119:5-119:77
