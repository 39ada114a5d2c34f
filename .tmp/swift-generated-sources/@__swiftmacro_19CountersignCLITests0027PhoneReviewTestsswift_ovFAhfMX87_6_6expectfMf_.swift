Testing.__checkFunctionCall(missing.errors.self,calling: {
  $0.contains($1)
},"no code for this phone came to",expression: .__fromFunctionCall(.__fromSyntaxNode("missing.errors"),"contains",(nil,.__fromStringLiteral(#""no code for this phone came to""#, "no code for this phone came to"))),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Demo/PhoneReviewTests.swift:88:7-88:73
