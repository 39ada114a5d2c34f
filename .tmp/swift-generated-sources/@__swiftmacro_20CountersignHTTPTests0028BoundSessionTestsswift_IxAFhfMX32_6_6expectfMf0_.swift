Testing.__checkBinaryOperation(answer.field("WWW-Authenticate"),{ $0 == $1() },#"DPoP realm="countersign", error="\#(reason)", algs="ES256""#,expression: .__fromBinaryOperation(.__fromSyntaxNode(#"answer.field("WWW-Authenticate")"#),"==",.__fromSyntaxNode(##"#"DPoP realm="countersign", error="\#(reason)", algs="ES256""#"##)),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift:33:7-35:77
