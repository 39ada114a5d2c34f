Testing.__checkValue(await manager.currentFlow == flow,expression: .__fromSyntaxNode("await manager.currentFlow == flow"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:334:7-334:49
