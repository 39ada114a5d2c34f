Testing.__checkValue(try await other.enrol(biometrics: .accept).devices().devices.first(where: \.isCurrent),expression: .__fromSyntaxNode(#"try await other.enrol(biometrics: .accept).devices().devices.first(where: \.isCurrent)"#),comments: [],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/RegistrationTests.swift:97:23-98:94
