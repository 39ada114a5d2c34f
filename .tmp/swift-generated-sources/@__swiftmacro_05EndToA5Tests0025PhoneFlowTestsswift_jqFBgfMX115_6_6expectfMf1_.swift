Testing.__checkValue(try await session.pocket().balance == 5000,expression: .__fromSyntaxNode("try await session.pocket().balance == 5000"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:116:7-116:58
