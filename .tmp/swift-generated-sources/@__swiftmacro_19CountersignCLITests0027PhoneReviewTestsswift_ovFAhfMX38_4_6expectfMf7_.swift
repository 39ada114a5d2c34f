Testing.__checkFunctionCall(unknown.errors.self,calling: {
  $0.contains($1)
},"hint: see what there is with countersign phone transactions",expression: .__fromFunctionCall(.__fromSyntaxNode("unknown.errors"),"contains",(nil,.__fromStringLiteral(#""hint: see what there is with countersign phone transactions""#, "hint: see what there is with countersign phone transactions"))),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Demo/PhoneReviewTests.swift:39:5-39:100
