Testing.__checkValue(asked.contains { $0.destination == "a•••@example.com" },expression: .__fromSyntaxNode(#"asked.contains { $0.destination == "a•••@example.com" }"#),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/CodeFlowTests.swift:30:5-30:75
