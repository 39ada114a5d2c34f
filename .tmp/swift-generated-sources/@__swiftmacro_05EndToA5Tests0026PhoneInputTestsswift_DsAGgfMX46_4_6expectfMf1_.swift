Testing.__checkValue(try await session.transaction(id).status == .denied,expression: .__fromSyntaxNode("try await session.transaction(id).status == .denied"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneInputTests.swift:47:5-47:65
