Testing.__checkFunctionCall(stuck.errors.self,calling: {
  $0.contains($1)
},"hint: nothing was decided",expression: .__fromFunctionCall(.__fromSyntaxNode("stuck.errors"),"contains",(nil,.__fromStringLiteral(#""hint: nothing was decided""#, "hint: nothing was decided"))),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Demo/PhoneReviewTests.swift:137:5-137:64
