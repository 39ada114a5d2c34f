Testing.__checkValue(flows.first { $0.previousInteractionResult?.outcome == .pinFail },expression: .__fromSyntaxNode("flows.first { $0.previousInteractionResult?.outcome == .pinFail }"),comments: [],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:56:22-56:97
