Testing.__checkBinaryOperation(answer.field("DPoP-Nonce"),{ $0 == $1() },(isProved ? app.nonce : nil),expression: .__fromBinaryOperation(.__fromSyntaxNode(#"answer.field("DPoP-Nonce")"#),"==",.__fromSyntaxNode("(isProved ? app.nonce : nil)")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift:37:7-37:74
