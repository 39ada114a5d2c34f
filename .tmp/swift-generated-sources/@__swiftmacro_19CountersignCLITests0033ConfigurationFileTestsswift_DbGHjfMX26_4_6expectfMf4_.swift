Testing.__checkFunctionCall("\(first.protection)".self,calling: {
  $0.contains($1)
},"chain.pem",expression: .__fromFunctionCall(.__fromSyntaxNode(#""\(first.protection)""#),"contains",(nil,.__fromStringLiteral(#""chain.pem""#, "chain.pem"))),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Serve/ConfigurationFileTests.swift:27:5-27:57
