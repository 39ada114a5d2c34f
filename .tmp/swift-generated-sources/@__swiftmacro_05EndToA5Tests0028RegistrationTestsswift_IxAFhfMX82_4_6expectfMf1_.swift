Testing.__checkValue(try await session.devices().devices.map(\.isCurrent) == [true],expression: .__fromSyntaxNode(#"try await session.devices().devices.map(\.isCurrent) == [true]"#),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/RegistrationTests.swift:83:5-83:76
