Testing.__checkBinaryOperation(first.last?.error,{ $0 == $1() },.cancelled,expression: .__fromBinaryOperation(.__fromSyntaxNode("first.last?.error"),"==",.__fromSyntaxNode(".cancelled")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFaultTests.swift:171:5-171:45
