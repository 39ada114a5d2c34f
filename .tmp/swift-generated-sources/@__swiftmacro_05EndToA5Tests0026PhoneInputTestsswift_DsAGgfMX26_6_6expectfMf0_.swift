Testing.__checkValue(try await session.transaction(id).userInput == text.second,expression: .__fromSyntaxNode("try await session.transaction(id).userInput == text.second"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneInputTests.swift:27:7-27:74
