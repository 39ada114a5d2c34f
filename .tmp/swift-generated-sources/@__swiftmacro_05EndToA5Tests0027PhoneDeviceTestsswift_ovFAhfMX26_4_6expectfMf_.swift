Testing.__checkBinaryOperation(enrolled.last?.error,{ $0 == $1() },.cancelled,expression: .__fromBinaryOperation(.__fromSyntaxNode("enrolled.last?.error"),"==",.__fromSyntaxNode(".cancelled")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneDeviceTests.swift:27:5-27:48
