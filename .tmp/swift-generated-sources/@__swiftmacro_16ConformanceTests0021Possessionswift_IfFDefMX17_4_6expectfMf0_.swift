Testing.__checkBinaryOperation(sentNow,{ $0 == $1() },sent + (isBound ? 2 : 1),expression: .__fromBinaryOperation(.__fromSyntaxNode("sentNow"),"==",.__fromSyntaxNode("sent + (isBound ? 2 : 1)")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/Cases/Possession.swift:18:5-18:49
