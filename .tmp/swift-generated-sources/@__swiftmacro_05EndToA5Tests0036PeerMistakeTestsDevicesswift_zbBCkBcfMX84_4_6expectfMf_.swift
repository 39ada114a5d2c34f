Testing.__checkBinaryOperation(results.count { $0 == .busy },{ $0 == $1() },1,expression: .__fromBinaryOperation(.__fromSyntaxNode("results.count { $0 == .busy }"),"==",.__fromSyntaxNode("1")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests+Devices.swift:85:5-85:48
