Testing.__checkBinaryOperation(after,{ $0 == $1() },expected,expression: .__fromBinaryOperation(.__fromSyntaxNode("after"),"==",.__fromSyntaxNode("expected")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/Cases/Purchase.swift:65:5-65:31
