Testing.__checkBinaryOperation(enrolled.last?.phase,{ $0 == $1() },.done,expression: .__fromBinaryOperation(.__fromSyntaxNode("enrolled.last?.phase"),"==",.__fromSyntaxNode(".done")),comments: ["\(String(describing: enrolled.last?.error))"],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:210:7-210:92
