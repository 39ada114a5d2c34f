Testing.__checkFunctionCall(denied.errors.self,calling: {
  $0.contains($1)
},"6 network calls",expression: .__fromFunctionCall(.__fromSyntaxNode("denied.errors"),"contains",(nil,.__fromStringLiteral(#""6 network calls""#, "6 network calls"))),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Demo/PhoneReviewTests.swift:29:5-29:55
