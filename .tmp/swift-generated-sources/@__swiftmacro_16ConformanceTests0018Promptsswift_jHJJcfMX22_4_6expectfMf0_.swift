Testing.__checkBinaryOperation(sentNow,{ $0 == $1() },sent,expression: .__fromBinaryOperation(.__fromSyntaxNode("sentNow"),"==",.__fromSyntaxNode("sent")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/Cases/Prompts.swift:23:5-23:29
