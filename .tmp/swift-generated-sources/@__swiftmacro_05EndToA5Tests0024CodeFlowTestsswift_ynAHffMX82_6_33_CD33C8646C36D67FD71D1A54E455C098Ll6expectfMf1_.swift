Testing.__checkBinaryOperation(phone.transport.calls.count,{ $0 == $1() },sent,expression: .__fromBinaryOperation(.__fromSyntaxNode("phone.transport.calls.count"),"==",.__fromSyntaxNode("sent")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/CodeFlowTests.swift:83:7-83:51
