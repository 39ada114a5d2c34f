Testing.__checkValue(flows.contains { $0.previousInteractionResult?.outcome == .codeFail },expression: .__fromSyntaxNode("flows.contains { $0.previousInteractionResult?.outcome == .codeFail }"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:46:5-46:83
