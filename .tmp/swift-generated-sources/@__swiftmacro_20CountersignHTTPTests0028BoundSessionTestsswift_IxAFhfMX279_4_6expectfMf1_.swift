Testing.__checkBinaryOperation(answer.status,{ $0 == $1() },401,expression: .__fromBinaryOperation(.__fromSyntaxNode("answer.status"),"==",.__fromSyntaxNode("401")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift:280:5-280:34
