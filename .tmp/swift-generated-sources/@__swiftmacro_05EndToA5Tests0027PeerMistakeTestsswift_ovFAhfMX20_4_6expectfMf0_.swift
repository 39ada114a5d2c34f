Testing.__checkBinaryOperation(phone.transport.calls.first,{ $0 == $1() },"POST /codes",expression: .__fromBinaryOperation(.__fromSyntaxNode("phone.transport.calls.first"),"==",.__fromStringLiteral(#""POST /codes""#, "POST /codes")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests.swift:21:5-21:58
