Testing.__checkValue(try await manager.installation.session(),expression: .__fromSyntaxNode("try await manager.installation.session()"),comments: [],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/RegistrationTests.swift:204:23-204:73
