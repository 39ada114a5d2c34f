Testing.__checkBinaryOperation(good.status == 200,{ $0 && $1() },good.possessionNonce == app.nonce,expression: .__fromBinaryOperation(.__fromSyntaxNode("good.status == 200"),"&&",.__fromSyntaxNode("good.possessionNonce == app.nonce")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift:41:5-41:69
