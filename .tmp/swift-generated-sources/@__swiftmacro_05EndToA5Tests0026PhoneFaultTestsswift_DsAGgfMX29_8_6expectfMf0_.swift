Testing.__checkFunctionCall(kinds.self,calling: {
  $0.contains($1)
},last.error?.kind ?? "",expression: .__fromFunctionCall(.__fromSyntaxNode("kinds"),"contains",(nil,.__fromSyntaxNode(#"last.error?.kind ?? """#))),comments: ([comment] as [Testing.Comment?]).compactMap(\.self),isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFaultTests.swift:30:9-30:65
