Testing.__checkBinaryOperation(places.texts,{ $0 == $1() },expected,expression: .__fromBinaryOperation(.__fromSyntaxNode("places.texts"),"==",.__fromSyntaxNode("expected")),comments: [],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /work/main/Tests/BrowserTests/ModulePageTests.swift:75:11-75:45
