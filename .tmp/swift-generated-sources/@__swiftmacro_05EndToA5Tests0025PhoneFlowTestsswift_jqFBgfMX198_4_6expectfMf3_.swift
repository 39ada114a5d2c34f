Testing.__checkBinaryOperation(none.last?.error,{ $0 == $1() },.deviceUnable(.nothingEnrolled),expression: .__fromBinaryOperation(.__fromSyntaxNode("none.last?.error"),"==",.__fromSyntaxNode(".deviceUnable(.nothingEnrolled)")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:199:5-199:65
