Testing.__checkBinaryOperation(flows.last?.error,{ $0 == $1() },.sessionExpired,expression: .__fromBinaryOperation(.__fromSyntaxNode("flows.last?.error"),"==",.__fromSyntaxNode(".sessionExpired")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:124:5-124:50
