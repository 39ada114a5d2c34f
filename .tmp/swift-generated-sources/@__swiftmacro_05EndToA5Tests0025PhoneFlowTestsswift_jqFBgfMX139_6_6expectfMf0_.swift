Testing.__checkBinaryOperation(flows.last?.transaction?.review?.status,{ $0 == $1() },.approved,expression: .__fromBinaryOperation(.__fromSyntaxNode("flows.last?.transaction?.review?.status"),"==",.__fromSyntaxNode(".approved")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:140:7-140:68
