Testing.__checkBinaryOperation(sent.last?.phase,{ $0 == $1() },.done,expression: .__fromBinaryOperation(.__fromSyntaxNode("sent.last?.phase"),"==",.__fromSyntaxNode(".done")),comments: ["\(String(describing: sent.last?.error))"],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:366:5-366:82
