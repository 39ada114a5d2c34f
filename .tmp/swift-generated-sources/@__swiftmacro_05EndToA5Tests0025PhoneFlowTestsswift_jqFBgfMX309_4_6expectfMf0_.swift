Testing.__checkBinaryOperation(left.last?.error,{ $0 == $1() },.cancelled,expression: .__fromBinaryOperation(.__fromSyntaxNode("left.last?.error"),"==",.__fromSyntaxNode(".cancelled")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:310:5-310:44
