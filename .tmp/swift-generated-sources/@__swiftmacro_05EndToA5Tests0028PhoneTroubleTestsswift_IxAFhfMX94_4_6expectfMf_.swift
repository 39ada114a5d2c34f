Testing.__checkBinaryOperation(found.last?.phase,{ $0 == $1() },.done,expression: .__fromBinaryOperation(.__fromSyntaxNode("found.last?.phase"),"==",.__fromSyntaxNode(".done")),comments: ["\(String(describing: found.last?.error))"],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneTroubleTests.swift:95:5-95:84
