Testing.__checkBinaryOperation(outcome.kind,{ $0 == $1() },.authorized,expression: .__fromBinaryOperation(.__fromSyntaxNode("outcome.kind"),"==",.__fromSyntaxNode(".authorized")),comments: ["\(outcome)"],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/RegistrationTests.swift:64:5-64:55
