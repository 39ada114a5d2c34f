Testing.__checkBinaryOperation(codes.count,{ $0 == $1() },1,expression: .__fromBinaryOperation(.__fromSyntaxNode("codes.count"),"==",.__fromSyntaxNode("1")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests.swift:20:5-20:30
