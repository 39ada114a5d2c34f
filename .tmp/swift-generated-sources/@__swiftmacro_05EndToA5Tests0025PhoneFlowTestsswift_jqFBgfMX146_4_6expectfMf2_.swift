Testing.__checkBinaryOperation(flows.last?.error,{ $0 == $1() },.denied,expression: .__fromBinaryOperation(.__fromSyntaxNode("flows.last?.error"),"==",.__fromSyntaxNode(".denied")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:147:5-147:42
