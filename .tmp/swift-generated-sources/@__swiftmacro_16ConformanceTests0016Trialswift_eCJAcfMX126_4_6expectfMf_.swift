Testing.__checkBinaryOperation(refusals.count,{ $0 == $1() },1,expression: .__fromBinaryOperation(.__fromSyntaxNode("refusals.count"),"==",.__fromSyntaxNode("1")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/Trial.swift:127:5-127:33
