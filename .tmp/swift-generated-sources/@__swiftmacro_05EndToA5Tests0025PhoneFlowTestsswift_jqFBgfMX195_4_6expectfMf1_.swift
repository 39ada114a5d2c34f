Testing.__checkBinaryOperation(removed.last?.phase,{ $0 == $1() },.done,expression: .__fromBinaryOperation(.__fromSyntaxNode("removed.last?.phase"),"==",.__fromSyntaxNode(".done")),comments: ["\(String(describing: removed.last?.error))"],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:196:5-196:88
