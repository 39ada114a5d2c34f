Testing.__checkValue(added.contains { $0.currentInteraction?.type == .softPrompt },expression: .__fromNegation(.__fromSyntaxNode("added.contains { $0.currentInteraction?.type == .softPrompt }"), false),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:291:5-291:76
