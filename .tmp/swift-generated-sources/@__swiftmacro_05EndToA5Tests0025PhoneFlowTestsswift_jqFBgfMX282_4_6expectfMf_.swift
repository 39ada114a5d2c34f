Testing.__checkValue(anew.contains { $0.currentInteraction?.type == .softPrompt },expression: .__fromSyntaxNode("anew.contains { $0.currentInteraction?.type == .softPrompt }"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:283:5-283:74
