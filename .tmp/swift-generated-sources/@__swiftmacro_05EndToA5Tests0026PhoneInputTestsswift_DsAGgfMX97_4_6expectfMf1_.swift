Testing.__checkValue(try await session.credentials().credentials.isEmpty,expression: .__fromSyntaxNode("try await session.credentials().credentials.isEmpty"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneInputTests.swift:98:5-98:65
