Testing.__checkBinaryOperation(flows.last?.error,{ $0 == $1() },.cancelled,expression: .__fromBinaryOperation(.__fromSyntaxNode("flows.last?.error"),"==",.__fromSyntaxNode(".cancelled")),comments: [],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneDeviceTests.swift:106:9-106:50
