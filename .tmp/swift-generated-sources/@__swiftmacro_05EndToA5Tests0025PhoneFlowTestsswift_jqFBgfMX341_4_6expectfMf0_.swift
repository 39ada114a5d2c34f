Testing.__checkValue(try await session.transaction(id).userInput == "for Ngozi, à bientôt",expression: .__fromSyntaxNode(#"try await session.transaction(id).userInput == "for Ngozi, à bientôt""#),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:342:5-342:85
