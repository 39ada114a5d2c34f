Testing.__checkBinaryOperation(anew.last?.phase,{ $0 == $1() },.done,expression: .__fromBinaryOperation(.__fromSyntaxNode("anew.last?.phase"),"==",.__fromSyntaxNode(".done")),comments: ["\(String(describing: anew.last?.error))"],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:284:5-284:82
