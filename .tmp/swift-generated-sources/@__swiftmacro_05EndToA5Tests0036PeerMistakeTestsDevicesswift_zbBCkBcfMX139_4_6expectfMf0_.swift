Testing.__checkBinaryOperation(bought.last?.phase,{ $0 == $1() },.done,expression: .__fromBinaryOperation(.__fromSyntaxNode("bought.last?.phase"),"==",.__fromSyntaxNode(".done")),comments: ["\(String(describing: bought.last?.error))"],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests+Devices.swift:140:5-140:86
