Testing.__checkBinaryOperation(flows.last?.error,{ $0 == $1() },.cancelled,expression: .__fromBinaryOperation(.__fromSyntaxNode("flows.last?.error"),"==",.__fromSyntaxNode(".cancelled")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneTroubleTests.swift:56:5-56:45
