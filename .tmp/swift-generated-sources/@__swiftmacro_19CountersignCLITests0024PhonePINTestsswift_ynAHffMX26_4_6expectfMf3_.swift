Testing.__checkFunctionCall(refused.errors.self,calling: {
  $0.contains($1)
},"hint: countersign phone change-pin",expression: .__fromFunctionCall(.__fromSyntaxNode("refused.errors"),"contains",(nil,.__fromStringLiteral(#""hint: countersign phone change-pin""#, "hint: countersign phone change-pin"))),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Demo/PhonePINTests.swift:27:5-27:75
