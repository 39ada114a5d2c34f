Testing.__checkBinaryOperation(login.last?.phase,{ $0 == $1() },.done,expression: .__fromBinaryOperation(.__fromSyntaxNode("login.last?.phase"),"==",.__fromSyntaxNode(".done")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:182:5-182:40
