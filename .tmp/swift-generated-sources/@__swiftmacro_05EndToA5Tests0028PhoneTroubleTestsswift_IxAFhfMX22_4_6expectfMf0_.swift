Testing.__checkFunctionCall(phone.transport.calls.self,calling: {
  $0.contains($1)
},"POST /actions/{scenario}",expression: .__fromNegation(.__fromFunctionCall(.__fromSyntaxNode("phone.transport.calls"),"contains",(nil,.__fromStringLiteral(#""POST /actions/{scenario}""#, "POST /actions/{scenario}"))), false),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneTroubleTests.swift:23:5-23:73
