Testing.__checkBinaryOperation(shown.last?.phase,{ $0 == $1() },.done,expression: .__fromBinaryOperation(.__fromSyntaxNode("shown.last?.phase"),"==",.__fromSyntaxNode(".done")),comments: ["\(String(describing: shown.last?.error))"],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneInputTests.swift:52:5-52:84
