Testing.__checkBinaryOperation(added.count,{ $0 == $1() },1,expression: .__fromBinaryOperation(.__fromSyntaxNode("added.count"),"==",.__fromSyntaxNode("1")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/Cases/Registration.swift:10:5-10:30
