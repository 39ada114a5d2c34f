Testing.__checkFunctionCall(refused.errors.self,calling: {
  $0.contains($1)
},"is never sent\n",expression: .__fromFunctionCall(.__fromSyntaxNode("refused.errors"),"contains",(nil,.__fromStringLiteral(#""is never sent\n""#, "is never sent\n"))),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Demo/PhonePINTests.swift:26:5-26:56
