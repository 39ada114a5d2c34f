Testing.__checkBinaryOperation(page.status,{ $0 == $1() },400,expression: .__fromBinaryOperation(.__fromSyntaxNode("page.status"),"==",.__fromSyntaxNode("400")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift:64:5-64:32
