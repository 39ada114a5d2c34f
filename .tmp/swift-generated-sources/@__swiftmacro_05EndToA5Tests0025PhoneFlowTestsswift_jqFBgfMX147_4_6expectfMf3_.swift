Testing.__checkValue(flows.contains { $0.currentInteraction?.type == .confirmTransaction },expression: .__fromNegation(.__fromSyntaxNode("flows.contains { $0.currentInteraction?.type == .confirmTransaction }"), false),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:148:5-148:84
