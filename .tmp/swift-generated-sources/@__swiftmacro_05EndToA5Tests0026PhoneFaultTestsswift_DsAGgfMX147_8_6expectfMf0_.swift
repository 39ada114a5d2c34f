Testing.__checkFunctionCall(["timeout", "outcomeUnknown"].self,calling: {
  $0.contains($1)
},last.error?.kind,expression: .__fromFunctionCall(.__fromSyntaxNode(#"["timeout", "outcomeUnknown"]"#),"contains",(nil,.__fromSyntaxNode("last.error?.kind"))),comments: ([comment] as [Testing.Comment?]).compactMap(\.self),isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFaultTests.swift:148:9-148:83
