Testing.__checkFunctionCall(bought.errors.self,calling: {
  $0.contains($1)
},"\(calls + 3) network calls",expression: .__fromFunctionCall(.__fromSyntaxNode("bought.errors"),"contains",(nil,.__fromSyntaxNode(#""\(calls + 3) network calls""#))),comments: [.__line("// Three more are for the key of this process's session.")],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/Shop/AirtimeTerminalTests/Demo/DemoTests.swift:21:7-21:68
