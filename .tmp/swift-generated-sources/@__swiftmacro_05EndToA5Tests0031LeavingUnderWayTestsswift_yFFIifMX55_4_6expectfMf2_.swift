Testing.__checkFunctionCall(app.phone.transport.calls.self,calling: {
  $0.contains($1)
},"POST /transactions/{id}/deny",expression: .__fromNegation(.__fromFunctionCall(.__fromSyntaxNode("app.phone.transport.calls"),"contains",(nil,.__fromStringLiteral(#""POST /transactions/{id}/deny""#, "POST /transactions/{id}/deny"))), false),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/LeavingUnderWayTests.swift:56:5-56:81
