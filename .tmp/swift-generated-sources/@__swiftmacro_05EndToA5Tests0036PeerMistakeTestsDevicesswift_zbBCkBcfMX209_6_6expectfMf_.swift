Testing.__checkBinaryOperation(tested.status,{ $0 == $1() },200,expression: .__fromBinaryOperation(.__fromSyntaxNode("tested.status"),"==",.__fromSyntaxNode("200")),comments: ["\(count): \(String(describing: tested.body))"],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests+Devices.swift:210:7-210:84
