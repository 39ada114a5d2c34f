Testing.__checkBinaryOperation(ended.status == 204,{ $0 && $1() },ended.possessionNonce == app.nonce,expression: .__fromBinaryOperation(.__fromSyntaxNode("ended.status == 204"),"&&",.__fromSyntaxNode("ended.possessionNonce == app.nonce")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift:43:5-43:71
