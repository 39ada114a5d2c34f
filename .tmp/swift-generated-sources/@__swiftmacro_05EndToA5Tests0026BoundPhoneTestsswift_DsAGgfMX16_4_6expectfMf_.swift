Testing.__checkBinaryOperation(first.tokenType,{ $0 == $1() },.dpop,expression: .__fromBinaryOperation(.__fromSyntaxNode("first.tokenType"),"==",.__fromSyntaxNode(".dpop")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/BoundPhoneTests.swift:17:5-17:38
