Testing.__checkFunctionCall(late.errors.self,calling: {
  $0.contains($1)
},"decided before",expression: .__fromFunctionCall(.__fromSyntaxNode("late.errors"),"contains",(nil,.__fromStringLiteral(#""decided before""#, "decided before"))),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Demo/PhoneReviewTests.swift:37:5-37:52
