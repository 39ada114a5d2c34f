Testing.__checkBinaryOperation(refused.status,{ $0 == $1() },1,expression: .__fromBinaryOperation(.__fromSyntaxNode("refused.status"),"==",.__fromSyntaxNode("1")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/Shop/AirtimeTerminalTests/Demo/DemoTests.swift:25:5-25:33
