Testing.__checkBinaryOperation(executed.count,{ $0 == $1() },2,expression: .__fromBinaryOperation(.__fromSyntaxNode("executed.count"),"==",.__fromSyntaxNode("2")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/Cases/Repetition.swift:16:5-16:33
