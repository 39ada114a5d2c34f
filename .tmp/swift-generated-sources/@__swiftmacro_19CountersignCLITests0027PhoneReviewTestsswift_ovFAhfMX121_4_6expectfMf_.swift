Testing.__checkFunctionCall(wrong.errors.self,calling: {
  $0.contains($1)
},"wrong PIN",expression: .__fromFunctionCall(.__fromSyntaxNode("wrong.errors"),"contains",(nil,.__fromStringLiteral(#""wrong PIN""#, "wrong PIN"))),comments: ["\(wrong.errors)"],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Demo/PhoneReviewTests.swift:122:5-122:67
