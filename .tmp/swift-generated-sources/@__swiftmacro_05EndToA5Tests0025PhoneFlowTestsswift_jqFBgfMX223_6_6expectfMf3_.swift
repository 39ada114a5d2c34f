Testing.__checkValue(try await session.secondFactor().hasBiometrics == (wantsBiometrics == .accept),expression: .__fromSyntaxNode("try await session.secondFactor().hasBiometrics == (wantsBiometrics == .accept)"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:224:7-224:94
