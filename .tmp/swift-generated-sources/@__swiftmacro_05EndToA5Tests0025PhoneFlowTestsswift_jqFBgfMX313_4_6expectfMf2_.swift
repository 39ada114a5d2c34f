Testing.__checkBinaryOperation(upgraded.last?.phase,{ $0 == $1() },.done,expression: .__fromBinaryOperation(.__fromSyntaxNode("upgraded.last?.phase"),"==",.__fromSyntaxNode(".done")),comments: ["\(String(describing: upgraded.last?.error))"],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:314:5-314:90
