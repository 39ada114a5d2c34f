Testing.__checkBinaryOperation(asked.count,{ $0 == $1() },2,expression: .__fromBinaryOperation(.__fromSyntaxNode("asked.count"),"==",.__fromSyntaxNode("2")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneInputTests.swift:69:5-69:30
