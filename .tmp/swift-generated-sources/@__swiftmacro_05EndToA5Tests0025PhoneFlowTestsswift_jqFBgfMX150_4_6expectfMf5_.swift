Testing.__checkBinaryOperation(again.last?.error,{ $0 == $1() },.transactionAlreadyReviewed,expression: .__fromBinaryOperation(.__fromSyntaxNode("again.last?.error"),"==",.__fromSyntaxNode(".transactionAlreadyReviewed")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:151:5-151:62
