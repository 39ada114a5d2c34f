Testing.__checkValue(try TransactionAnswer(json: event.data).forHost == review,expression: .__fromSyntaxNode("try TransactionAnswer(json: event.data).forHost == review"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift:260:5-260:71
