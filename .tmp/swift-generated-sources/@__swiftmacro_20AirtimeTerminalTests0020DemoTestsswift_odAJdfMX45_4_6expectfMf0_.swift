Testing.__checkFunctionCall(wallet.output.self,calling: {
  $0.contains($1)
},"balance 4900 NGN",expression: .__fromFunctionCall(.__fromSyntaxNode("wallet.output"),"contains",(nil,.__fromStringLiteral(#""balance 4900 NGN""#, "balance 4900 NGN"))),comments: ["\(wallet.errors)"],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/Shop/AirtimeTerminalTests/Demo/DemoTests.swift:46:5-46:76
