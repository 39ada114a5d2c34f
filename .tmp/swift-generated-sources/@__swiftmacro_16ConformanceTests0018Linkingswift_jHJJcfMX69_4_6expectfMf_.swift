Testing.__checkBinaryOperation(after,{ $0 == $1() },before,expression: .__fromBinaryOperation(.__fromSyntaxNode("after"),"==",.__fromSyntaxNode("before")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/Cases/Linking.swift:70:5-70:29
