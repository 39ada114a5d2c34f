Testing.__checkFunctionCall(unseen.errors.self,calling: {
  $0.contains($1)
},"hint: give the transaction's id",expression: .__fromFunctionCall(.__fromSyntaxNode("unseen.errors"),"contains",(nil,.__fromStringLiteral(#""hint: give the transaction's id""#, "hint: give the transaction's id"))),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Demo/PhoneReviewTests.swift:19:5-19:71
