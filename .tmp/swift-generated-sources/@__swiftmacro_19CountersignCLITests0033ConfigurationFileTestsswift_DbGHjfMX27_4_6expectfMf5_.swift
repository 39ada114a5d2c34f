Testing.__checkFunctionCall("\(first.protection)".self,calling: {
  $0.contains($1)
},"key.pem",expression: .__fromFunctionCall(.__fromSyntaxNode(#""\(first.protection)""#),"contains",(nil,.__fromStringLiteral(#""key.pem""#, "key.pem"))),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Serve/ConfigurationFileTests.swift:28:5-28:55
