Testing.__checkBinaryOperation(pin.document["sessionKey"] == named,{ $0 && $1() },passkey.document["sessionKey"] == named,expression: .__fromBinaryOperation(.__fromSyntaxNode(#"pin.document["sessionKey"] == named"#),"&&",.__fromSyntaxNode(#"passkey.document["sessionKey"] == named"#)),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift:107:9-107:96
