Testing.__checkValue(try await session.secondFactor().hasBiometrics,expression: .__fromSyntaxNode("try await session.secondFactor().hasBiometrics"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:255:5-255:60
