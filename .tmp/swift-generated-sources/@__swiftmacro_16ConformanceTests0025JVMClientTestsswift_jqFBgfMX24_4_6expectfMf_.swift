Testing.__checkBinaryOperation(checks.awaitEnd(),{ $0 == $1() },0,expression: .__fromBinaryOperation(.__fromSyntaxNode("checks.awaitEnd()"),"==",.__fromSyntaxNode("0")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/JVMClientTests.swift:25:5-25:36
