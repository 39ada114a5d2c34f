Testing.__checkBinaryOperation(flows.last?.error,{ $0 == $1() },.notAllowed(.transactionNotAsAsked),expression: .__fromBinaryOperation(.__fromSyntaxNode("flows.last?.error"),"==",.__fromSyntaxNode(".notAllowed(.transactionNotAsAsked)")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneInputTests.swift:44:5-44:70
