Testing.__checkBinaryOperation(again.end(by: SIGTERM),{ $0 == $1() },0,expression: .__fromBinaryOperation(.__fromSyntaxNode("again.end(by: SIGTERM)"),"==",.__fromSyntaxNode("0")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/Shop/AirtimeTerminalTests/Demo/DemoTests.swift:47:5-47:41
