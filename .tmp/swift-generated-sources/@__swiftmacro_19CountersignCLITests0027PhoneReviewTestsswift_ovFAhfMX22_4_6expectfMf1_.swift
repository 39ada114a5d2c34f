Testing.__checkFunctionCall(unasked.errors.self,calling: {
  $0.contains($1)
},"…4242",expression: .__fromFunctionCall(.__fromSyntaxNode("unasked.errors"),"contains",(nil,.__fromStringLiteral(#""…4242""#, "…4242"))),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Demo/PhoneReviewTests.swift:23:5-23:48
