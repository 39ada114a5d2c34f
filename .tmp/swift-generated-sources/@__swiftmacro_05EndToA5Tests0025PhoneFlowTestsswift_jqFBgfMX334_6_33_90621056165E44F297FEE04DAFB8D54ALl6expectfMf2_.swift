Testing.__checkBinaryOperation(phone.transport.calls.count,{ $0 == $1() },calls,expression: .__fromBinaryOperation(.__fromSyntaxNode("phone.transport.calls.count"),"==",.__fromSyntaxNode("calls")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:335:7-335:52
