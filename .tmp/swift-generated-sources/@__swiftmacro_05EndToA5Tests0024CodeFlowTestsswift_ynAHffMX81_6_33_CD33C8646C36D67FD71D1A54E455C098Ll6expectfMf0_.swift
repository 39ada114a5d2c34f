Testing.__checkValue(await manager.currentFlow == flow,expression: .__fromSyntaxNode("await manager.currentFlow == flow"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/CodeFlowTests.swift:82:7-82:49
