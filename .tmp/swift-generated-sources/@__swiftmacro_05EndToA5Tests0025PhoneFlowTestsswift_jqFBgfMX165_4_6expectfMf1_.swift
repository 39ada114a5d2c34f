Testing.__checkBinaryOperation(logins.last?.phase,{ $0 == $1() },.done,expression: .__fromBinaryOperation(.__fromSyntaxNode("logins.last?.phase"),"==",.__fromSyntaxNode(".done")),comments: ["\(String(describing: logins.last?.error))"],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:166:5-166:86
