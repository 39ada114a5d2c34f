Testing.__checkBinaryOperation(origins,{ $0 == $1() },[],expression: .__fromBinaryOperation(.__fromSyntaxNode("origins"),"==",.__fromSyntaxNode("[]")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/Cases/Registration.swift:35:5-35:27
