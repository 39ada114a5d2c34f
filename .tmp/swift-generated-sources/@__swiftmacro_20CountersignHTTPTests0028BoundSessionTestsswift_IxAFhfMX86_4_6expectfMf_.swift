Testing.__checkBinaryOperation(session.key,{ $0 == $1() },app.key.thumbprint,expression: .__fromBinaryOperation(.__fromSyntaxNode("session.key"),"==",.__fromSyntaxNode("app.key.thumbprint")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift:87:5-87:47
