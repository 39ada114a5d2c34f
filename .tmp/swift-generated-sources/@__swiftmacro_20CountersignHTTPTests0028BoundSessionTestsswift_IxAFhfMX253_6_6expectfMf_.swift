Testing.__checkBinaryOperation(listener.response.status,{ $0 == $1() },200,expression: .__fromBinaryOperation(.__fromSyntaxNode("listener.response.status"),"==",.__fromSyntaxNode("200")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift:254:7-254:47
