Testing.__checkBinaryOperation(fault,{ $0 == $1() },nil,expression: .__fromBinaryOperation(.__fromSyntaxNode("fault"),"==",.__fromSyntaxNode("nil")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/Trial.swift:57:5-57:26
