Testing.__checkBinaryOperation(phone.transport.calls.count { $0 == "POST /biometric/auth/options" },{ $0 <= $1() },1,expression: .__fromBinaryOperation(.__fromSyntaxNode(#"phone.transport.calls.count { $0 == "POST /biometric/auth/options" }"#),"<=",.__fromSyntaxNode("1")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests+Devices.swift:86:5-86:87
