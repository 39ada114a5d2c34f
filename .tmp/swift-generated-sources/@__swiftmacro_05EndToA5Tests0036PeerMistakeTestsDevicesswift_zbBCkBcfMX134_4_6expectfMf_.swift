Testing.__checkBinaryOperation(flows.last?.phase,{ $0 == $1() },.error,expression: .__fromBinaryOperation(.__fromSyntaxNode("flows.last?.phase"),"==",.__fromSyntaxNode(".error")),comments: ["\(String(describing: flows.last?.phase))"],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests+Devices.swift:135:5-135:85
