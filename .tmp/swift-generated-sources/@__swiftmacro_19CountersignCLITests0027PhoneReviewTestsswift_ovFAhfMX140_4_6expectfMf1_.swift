Testing.__checkFunctionCall(none.errors.self,calling: {
  $0.contains($1)
},"hint: set a number with countersign phone number",expression: .__fromFunctionCall(.__fromSyntaxNode("none.errors"),"contains",(nil,.__fromStringLiteral(#""hint: set a number with countersign phone number""#, "hint: set a number with countersign phone number"))),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Demo/PhoneReviewTests.swift:141:5-141:86
