Testing.__checkBinaryOperation(asked,{ $0 == $1() },3,expression: .__fromBinaryOperation(.__fromSyntaxNode("asked"),"==",.__fromSyntaxNode("3")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests.swift:51:5-51:24
