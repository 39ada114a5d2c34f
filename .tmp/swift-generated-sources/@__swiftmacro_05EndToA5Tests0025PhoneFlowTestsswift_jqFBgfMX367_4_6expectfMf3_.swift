Testing.__checkValue(try await session.pocket().balance == 4500,expression: .__fromSyntaxNode("try await session.pocket().balance == 4500"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:368:5-368:56
