Testing.__checkValue(try await phone.keys(of: session).isEmpty,expression: .__fromSyntaxNode("try await phone.keys(of: session).isEmpty"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneInputTests.swift:97:5-97:55
