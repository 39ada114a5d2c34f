Testing.__checkValue(logins.contains { $0.previousInteractionResult?.outcome == .pinFail },expression: .__fromSyntaxNode("logins.contains { $0.previousInteractionResult?.outcome == .pinFail }"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:165:5-165:83
