Testing.__checkBinaryOperation(verified.count,{ $0 == $1() },1,expression: .__fromBinaryOperation(.__fromSyntaxNode("verified.count"),"==",.__fromSyntaxNode("1")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/Cases/Purchase.swift:38:5-38:33
