Testing.__checkBinaryOperation(phone.transport.calls.count { $0 == "POST /codes" },{ $0 == $1() },2,expression: .__fromBinaryOperation(.__fromSyntaxNode(#"phone.transport.calls.count { $0 == "POST /codes" }"#),"==",.__fromSyntaxNode("2")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests+Devices.swift:55:5-55:70
