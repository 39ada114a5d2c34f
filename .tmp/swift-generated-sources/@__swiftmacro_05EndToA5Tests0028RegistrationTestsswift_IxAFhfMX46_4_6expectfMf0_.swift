Testing.__checkBinaryOperation(held.count,{ $0 == $1() },1,expression: .__fromBinaryOperation(.__fromSyntaxNode("held.count"),"==",.__fromSyntaxNode("1")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/RegistrationTests.swift:47:5-47:29
