Testing.__checkBinaryOperation(second.kind,{ $0 == $1() },.authorized,expression: .__fromBinaryOperation(.__fromSyntaxNode("second.kind"),"==",.__fromSyntaxNode(".authorized")),comments: ["\(second)"],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests+Devices.swift:34:5-34:53
