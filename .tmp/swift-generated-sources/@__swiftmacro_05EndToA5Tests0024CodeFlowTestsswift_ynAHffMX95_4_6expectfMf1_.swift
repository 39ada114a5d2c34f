Testing.__checkValue(next.contains { $0.currentInteraction?.secondFactorInfo?.codeDelivery != nil },expression: .__fromSyntaxNode("next.contains { $0.currentInteraction?.secondFactorInfo?.codeDelivery != nil }"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/CodeFlowTests.swift:96:5-96:92
