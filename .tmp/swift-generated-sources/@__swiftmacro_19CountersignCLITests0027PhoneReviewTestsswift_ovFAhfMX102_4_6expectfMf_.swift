Testing.__checkFunctionCall(unanswered.errors.self,calling: {
  $0.contains($1)
},"nothing was decided",expression: .__fromFunctionCall(.__fromSyntaxNode("unanswered.errors"),"contains",(nil,.__fromStringLiteral(#""nothing was decided""#, "nothing was decided"))),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Demo/PhoneReviewTests.swift:103:5-103:63
