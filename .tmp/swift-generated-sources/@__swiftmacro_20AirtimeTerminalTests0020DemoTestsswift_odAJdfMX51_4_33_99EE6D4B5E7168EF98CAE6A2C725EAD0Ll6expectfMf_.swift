Testing.__checkBinaryOperation(check.status,{ $0 == $1() },0,expression: .__fromBinaryOperation(.__fromSyntaxNode("check.status"),"==",.__fromSyntaxNode("0")),comments: ["\(check.errors)"],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/Shop/AirtimeTerminalTests/Demo/DemoTests.swift:52:5-52:50
