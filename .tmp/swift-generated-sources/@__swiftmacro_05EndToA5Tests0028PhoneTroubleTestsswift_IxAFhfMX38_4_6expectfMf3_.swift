Testing.__checkBinaryOperation(again.last?.phase,{ $0 == $1() },.done,expression: .__fromBinaryOperation(.__fromSyntaxNode("again.last?.phase"),"==",.__fromSyntaxNode(".done")),comments: ["\(String(describing: again.last?.error))"],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneTroubleTests.swift:39:5-39:84
