Testing.__checkValue(flows.contains { $0.previousInteractionResult?.outcome == .pinFail },expression: .__fromNegation(.__fromSyntaxNode("flows.contains { $0.previousInteractionResult?.outcome == .pinFail }"), false),comments: [.__line("// The PIN was right, and nothing says otherwise.")],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:126:5-126:83
