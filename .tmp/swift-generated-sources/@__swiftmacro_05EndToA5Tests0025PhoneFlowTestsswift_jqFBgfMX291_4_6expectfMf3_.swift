Testing.__checkBinaryOperation(added.last?.phase,{ $0 == $1() },.done,expression: .__fromBinaryOperation(.__fromSyntaxNode("added.last?.phase"),"==",.__fromSyntaxNode(".done")),comments: ["\(String(describing: added.last?.error))"],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:292:5-292:84
