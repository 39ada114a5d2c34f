Testing.__checkBinaryOperation(outcome.kind,{ $0 == $1() },.authorized,expression: .__fromBinaryOperation(.__fromSyntaxNode("outcome.kind"),"==",.__fromSyntaxNode(".authorized")),comments: ["\(outcome)"],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/LeavingUnderWayTests.swift:21:5-21:55
