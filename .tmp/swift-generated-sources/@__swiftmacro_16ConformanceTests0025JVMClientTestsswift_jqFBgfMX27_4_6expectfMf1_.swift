Testing.__checkBinaryOperation(count,{ $0 > $1() },100,expression: .__fromBinaryOperation(.__fromSyntaxNode("count"),">",.__fromSyntaxNode("100")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/JVMClientTests.swift:28:5-28:25
