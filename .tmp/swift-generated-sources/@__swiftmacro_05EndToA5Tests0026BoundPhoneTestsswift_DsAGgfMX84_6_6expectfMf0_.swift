Testing.__checkFunctionCall(phone.transport.calls.self,calling: {
  $0.contains($1)
},"POST /sessions",expression: .__fromNegation(.__fromFunctionCall(.__fromSyntaxNode("phone.transport.calls"),"contains",(nil,.__fromStringLiteral(#""POST /sessions""#, "POST /sessions"))), false),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/BoundPhoneTests.swift:85:7-85:65
