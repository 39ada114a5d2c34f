Testing.__checkValue(try await other.pocket().balance == 5000,expression: .__fromSyntaxNode("try await other.pocket().balance == 5000"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:370:5-370:54
