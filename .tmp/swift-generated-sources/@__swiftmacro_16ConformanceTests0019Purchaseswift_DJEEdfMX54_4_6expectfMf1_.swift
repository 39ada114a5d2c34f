Testing.__checkBinaryOperation(executed.count,{ $0 == $1() },1,expression: .__fromBinaryOperation(.__fromSyntaxNode("executed.count"),"==",.__fromSyntaxNode("1")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/Cases/Purchase.swift:55:5-55:33
