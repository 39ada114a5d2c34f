Testing.__checkValue(try await session.pocket().balance == 4500,expression: .__fromSyntaxNode("try await session.pocket().balance == 4500"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneTroubleTests.swift:97:5-97:56
