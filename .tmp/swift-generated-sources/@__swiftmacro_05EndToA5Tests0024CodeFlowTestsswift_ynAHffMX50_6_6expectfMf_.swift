Testing.__checkBinaryOperation(flows.last?.phase,{ $0 == $1() },.done,expression: .__fromBinaryOperation(.__fromSyntaxNode("flows.last?.phase"),"==",.__fromSyntaxNode(".done")),comments: ["\(String(describing: flows.last?.error))"],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/CodeFlowTests.swift:51:7-51:86
