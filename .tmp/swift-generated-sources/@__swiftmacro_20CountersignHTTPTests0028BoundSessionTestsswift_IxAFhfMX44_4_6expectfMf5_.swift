Testing.__checkBinaryOperation(over.status == 401,{ $0 && $1() },over.possessionNonce == app.nonce,expression: .__fromBinaryOperation(.__fromSyntaxNode("over.status == 401"),"&&",.__fromSyntaxNode("over.possessionNonce == app.nonce")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift:45:5-45:69
