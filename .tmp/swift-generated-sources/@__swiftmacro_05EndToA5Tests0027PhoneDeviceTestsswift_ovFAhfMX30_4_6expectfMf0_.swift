Testing.__checkBinaryOperation(early?.error,{ $0 == $1() },.notAllowed(.nothingEnrolled),expression: .__fromBinaryOperation(.__fromSyntaxNode("early?.error"),"==",.__fromSyntaxNode(".notAllowed(.nothingEnrolled)")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneDeviceTests.swift:31:5-31:59
