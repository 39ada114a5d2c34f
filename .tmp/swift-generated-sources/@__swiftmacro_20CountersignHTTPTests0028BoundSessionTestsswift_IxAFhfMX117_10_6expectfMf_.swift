Testing.__checkBinaryOperation(reason,{ $0 == $1() },.transactionMismatch,expression: .__fromBinaryOperation(.__fromSyntaxNode("reason"),"==",.__fromSyntaxNode(".transactionMismatch")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift:118:11-118:50
