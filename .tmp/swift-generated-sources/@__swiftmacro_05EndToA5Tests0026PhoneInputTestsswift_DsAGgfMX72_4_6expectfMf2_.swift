Testing.__checkBinaryOperation(listed.count,{ $0 == $1() },1,expression: .__fromBinaryOperation(.__fromSyntaxNode("listed.count"),"==",.__fromSyntaxNode("1")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneInputTests.swift:73:5-73:31
