Testing.__checkBinaryOperation(first.status,{ $0 == $1() },0,expression: .__fromBinaryOperation(.__fromSyntaxNode("first.status"),"==",.__fromSyntaxNode("0")),comments: ["\(first.errors)"],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/Shop/AirtimeTerminalTests/Demo/DemoTests.swift:39:5-39:50
