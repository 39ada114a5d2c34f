Testing.__checkBinaryOperation(refused,{ $0 == $1() },[],expression: .__fromBinaryOperation(.__fromSyntaxNode("refused"),"==",.__fromSyntaxNode("[]")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/Cases/Prompts.swift:25:5-25:27
