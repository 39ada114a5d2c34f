Testing.__checkBinaryOperation(phone.transport.calls.count { $0.hasSuffix("/approve") },{ $0 <= $1() },1,expression: .__fromBinaryOperation(.__fromSyntaxNode(#"phone.transport.calls.count { $0.hasSuffix("/approve") }"#),"<=",.__fromSyntaxNode("1")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests+Devices.swift:87:5-87:75
