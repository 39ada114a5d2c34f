Testing.__checkBinaryOperation(error?.reason,{ $0 == $1() },.sessionRequired,expression: .__fromBinaryOperation(.__fromSyntaxNode("error?.reason"),"==",.__fromSyntaxNode(".sessionRequired")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/BoundPhoneTests.swift:48:7-48:49
