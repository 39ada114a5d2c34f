Testing.__checkBinaryOperation(answers,{ $0 == $1() },["two modules have the screen gate", "taken in"],expression: .__fromBinaryOperation(.__fromSyntaxNode("answers"),"==",.__fromSyntaxNode(#"["two modules have the screen gate", "taken in"]"#)),comments: [],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /work/main/Tests/BrowserTests/ModulePageTests.swift:65:13-65:82
