Testing.__checkBinaryOperation(sentNow,{ $0 == $1() },sent + 1,expression: .__fromBinaryOperation(.__fromSyntaxNode("sentNow"),"==",.__fromSyntaxNode("sent + 1")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/Cases/Registration.swift:33:5-33:33
