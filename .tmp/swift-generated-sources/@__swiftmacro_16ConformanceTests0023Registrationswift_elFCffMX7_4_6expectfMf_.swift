Testing.__checkBinaryOperation(origins,{ $0 == $1() },[origin],expression: .__fromBinaryOperation(.__fromSyntaxNode("origins"),"==",.__fromSyntaxNode("[origin]")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/Cases/Registration.swift:8:5-8:33
