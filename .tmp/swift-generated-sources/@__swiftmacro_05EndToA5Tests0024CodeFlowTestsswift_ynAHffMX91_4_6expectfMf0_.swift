Testing.__checkBinaryOperation(phone.transport.calls.count { $0 == "POST /codes" },{ $0 == $1() },3,expression: .__fromBinaryOperation(.__fromSyntaxNode(#"phone.transport.calls.count { $0 == "POST /codes" }"#),"==",.__fromSyntaxNode("3")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/CodeFlowTests.swift:92:5-92:70
