Testing.__checkBinaryOperation(again?.tokenType == .dpop,{ $0 && $1() },again?.accessToken != first?.accessToken,expression: .__fromBinaryOperation(.__fromSyntaxNode("again?.tokenType == .dpop"),"&&",.__fromSyntaxNode("again?.accessToken != first?.accessToken")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift:219:5-219:83
