Testing.__checkValue(asked.contains { $0.destination == "+234•••••78" },expression: .__fromSyntaxNode(#"asked.contains { $0.destination == "+234•••••78" }"#),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/CodeFlowTests.swift:31:5-31:74
