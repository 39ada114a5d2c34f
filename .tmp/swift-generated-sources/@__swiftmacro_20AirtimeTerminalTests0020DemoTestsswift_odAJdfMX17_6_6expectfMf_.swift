Testing.__checkBinaryOperation(bought.status,{ $0 == $1() },0,expression: .__fromBinaryOperation(.__fromSyntaxNode("bought.status"),"==",.__fromSyntaxNode("0")),comments: ["\(bought.errors)"],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/Shop/AirtimeTerminalTests/Demo/DemoTests.swift:18:7-18:54
