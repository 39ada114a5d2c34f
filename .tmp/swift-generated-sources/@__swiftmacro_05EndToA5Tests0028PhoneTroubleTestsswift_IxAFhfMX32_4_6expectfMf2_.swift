Testing.__checkFunctionCall(phone.transport.calls.self,calling: {
  $0.contains($1)
},"PUT /second-factor/pin",expression: .__fromNegation(.__fromFunctionCall(.__fromSyntaxNode("phone.transport.calls"),"contains",(nil,.__fromStringLiteral(#""PUT /second-factor/pin""#, "PUT /second-factor/pin"))), false),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneTroubleTests.swift:33:5-33:71
