Testing.__checkBinaryOperation(balance,{ $0 == $1() },4500,expression: .__fromBinaryOperation(.__fromSyntaxNode("balance"),"==",.__fromSyntaxNode("4500")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/JVMClientTests.swift:42:7-42:31
