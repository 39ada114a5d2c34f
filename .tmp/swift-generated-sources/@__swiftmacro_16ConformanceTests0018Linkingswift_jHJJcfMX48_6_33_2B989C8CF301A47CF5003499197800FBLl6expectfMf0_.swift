Testing.__checkBinaryOperation(sentNow,{ $0 == $1() },sent,expression: .__fromBinaryOperation(.__fromSyntaxNode("sentNow"),"==",.__fromSyntaxNode("sent")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/Cases/Linking.swift:49:7-49:31
