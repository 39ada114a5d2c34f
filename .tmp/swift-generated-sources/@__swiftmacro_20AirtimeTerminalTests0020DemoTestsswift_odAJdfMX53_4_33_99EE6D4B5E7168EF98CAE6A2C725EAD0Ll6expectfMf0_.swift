Testing.__checkBinaryOperation(audit.status,{ $0 == $1() },0,expression: .__fromBinaryOperation(.__fromSyntaxNode("audit.status"),"==",.__fromSyntaxNode("0")),comments: ["\(audit.errors)"],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/Shop/AirtimeTerminalTests/Demo/DemoTests.swift:54:5-54:50
