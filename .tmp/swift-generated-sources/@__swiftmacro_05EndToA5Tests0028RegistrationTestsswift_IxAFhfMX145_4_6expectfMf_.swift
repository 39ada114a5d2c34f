Testing.__checkBinaryOperation(ended.last?.error,{ $0 == $1() },.sessionExpired,expression: .__fromBinaryOperation(.__fromSyntaxNode("ended.last?.error"),"==",.__fromSyntaxNode(".sessionExpired")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/RegistrationTests.swift:146:5-146:50
