Testing.__checkBinaryOperation(server.end(by: SIGTERM),{ $0 == $1() },0,expression: .__fromBinaryOperation(.__fromSyntaxNode("server.end(by: SIGTERM)"),"==",.__fromSyntaxNode("0")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/Shop/AirtimeTerminalTests/Demo/DemoTests.swift:26:5-26:42
