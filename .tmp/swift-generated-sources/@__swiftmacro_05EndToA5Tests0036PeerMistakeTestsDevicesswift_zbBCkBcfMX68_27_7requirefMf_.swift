Testing.__checkFunctionCall(asked.self,calling: {
  $0.firstIndex(of: $1)
},"the biometrics set-up",expression: .__fromFunctionCall(.__fromSyntaxNode("asked"),"firstIndex",("of",.__fromStringLiteral(#""the biometrics set-up""#, "the biometrics set-up"))),comments: [],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests+Devices.swift:69:28-69:83
