Testing.__checkValue(flows.contains { $0.previousInteractionResult?.outcome == .collected },expression: .__fromSyntaxNode("flows.contains { $0.previousInteractionResult?.outcome == .collected }"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:45:5-45:84
