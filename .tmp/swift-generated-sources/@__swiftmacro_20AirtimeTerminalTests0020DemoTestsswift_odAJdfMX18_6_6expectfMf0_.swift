Testing.__checkFunctionCall(bought.output.self,calling: {
  $0.contains($1)
},"balance \(balance)",expression: .__fromFunctionCall(.__fromSyntaxNode("bought.output"),"contains",(nil,.__fromSyntaxNode(#""balance \(balance)""#))),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/Shop/AirtimeTerminalTests/Demo/DemoTests.swift:19:7-19:60
