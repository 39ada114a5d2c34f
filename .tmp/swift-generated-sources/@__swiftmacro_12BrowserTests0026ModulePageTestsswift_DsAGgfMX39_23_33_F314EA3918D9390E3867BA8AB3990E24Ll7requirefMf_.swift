Testing.__checkValue(home,expression: .__fromSyntaxNode("home"),comments: [],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /work/main/Tests/BrowserTests/ModulePageTests.swift:40:24-40:38
