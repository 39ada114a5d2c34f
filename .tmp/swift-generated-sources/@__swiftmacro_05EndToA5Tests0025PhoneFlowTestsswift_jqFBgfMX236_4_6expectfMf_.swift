Testing.__checkValue(flows.contains { $0.previousInteractionResult?.outcome == .biometricsRemoved },expression: .__fromSyntaxNode("flows.contains { $0.previousInteractionResult?.outcome == .biometricsRemoved }"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:237:5-237:92
