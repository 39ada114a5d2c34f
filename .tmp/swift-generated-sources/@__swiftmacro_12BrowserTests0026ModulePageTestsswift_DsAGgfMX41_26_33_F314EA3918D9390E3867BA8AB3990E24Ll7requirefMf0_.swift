Testing.__checkFunctionCall(rest.self,calling: {
  $0.firstRange(of: $1)
},part,expression: .__fromFunctionCall(.__fromSyntaxNode("rest"),"firstRange",("of",.__fromSyntaxNode("part"))),comments: ["\(part) in \(home ?? "")"],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /work/main/Tests/BrowserTests/ModulePageTests.swift:42:27-42:90
