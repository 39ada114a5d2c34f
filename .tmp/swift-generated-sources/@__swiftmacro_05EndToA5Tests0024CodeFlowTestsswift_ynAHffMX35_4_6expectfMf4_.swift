Testing.__checkBinaryOperation(tested.last?.phase,{ $0 == $1() },.done,expression: .__fromBinaryOperation(.__fromSyntaxNode("tested.last?.phase"),"==",.__fromSyntaxNode(".done")),comments: ["\(String(describing: tested.last?.error))"],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/CodeFlowTests.swift:36:5-36:86
