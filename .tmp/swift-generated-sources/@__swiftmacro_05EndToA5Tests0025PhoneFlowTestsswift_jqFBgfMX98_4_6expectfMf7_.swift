Testing.__checkBinaryOperation(again.last?.error,{ $0 == $1() },.secondFactorBlocked,expression: .__fromBinaryOperation(.__fromSyntaxNode("again.last?.error"),"==",.__fromSyntaxNode(".secondFactorBlocked")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:99:5-99:55
