Testing.__checkBinaryOperation(outcome.status,{ $0 == $1() },0,expression: .__fromBinaryOperation(.__fromSyntaxNode("outcome.status"),"==",.__fromSyntaxNode("0")),comments: ["\(step[0]): \(outcome.errors)"],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/Shop/AirtimeTerminalTests/Demo/DemoTests.swift:83:7-83:68
