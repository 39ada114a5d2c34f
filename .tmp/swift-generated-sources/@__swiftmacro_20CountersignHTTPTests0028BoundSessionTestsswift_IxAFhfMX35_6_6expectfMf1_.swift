Testing.__checkBinaryOperation(answer.field("DPoP-Nonce"),{ $0 == $1() },app.nonce,expression: .__fromBinaryOperation(.__fromSyntaxNode(#"answer.field("DPoP-Nonce")"#),"==",.__fromSyntaxNode("app.nonce")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift:36:7-36:55
