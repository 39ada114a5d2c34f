Testing.__checkBinaryOperation(flows.count { $0.previousInteractionResult?.outcome == .codeFail },{ $0 >= $1() },2,expression: .__fromBinaryOperation(.__fromSyntaxNode("flows.count { $0.previousInteractionResult?.outcome == .codeFail }"),">=",.__fromSyntaxNode("2")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/CodeFlowTests.swift:28:5-28:85
