Testing.__checkValue(early.last { $0.phase == .waitForInput },expression: .__fromSyntaxNode("early.last { $0.phase == .waitForInput }"),comments: [],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:87:25-87:75
