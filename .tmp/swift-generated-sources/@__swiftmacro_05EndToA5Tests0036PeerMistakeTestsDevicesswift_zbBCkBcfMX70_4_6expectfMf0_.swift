Testing.__checkBinaryOperation(asked.last,{ $0 == $1() },"the success screen",expression: .__fromBinaryOperation(.__fromSyntaxNode("asked.last"),"==",.__fromStringLiteral(#""the success screen""#, "the success screen")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests+Devices.swift:71:5-71:48
