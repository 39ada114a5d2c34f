Testing.__checkFunctionCall(held.self,calling: {
  $0.contains($1)
},stale.id,expression: .__fromNegation(.__fromFunctionCall(.__fromSyntaxNode("held"),"contains",(nil,.__fromSyntaxNode("stale.id"))), false),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/RegistrationTests.swift:48:5-48:38
