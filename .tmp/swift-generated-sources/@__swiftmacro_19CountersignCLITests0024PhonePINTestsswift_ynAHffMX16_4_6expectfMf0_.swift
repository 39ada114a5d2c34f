Testing.__checkFunctionCall(registered.errors.self,calling: {
  $0.contains($1)
},"POST /biometric/auth/options\n",expression: .__fromFunctionCall(.__fromSyntaxNode("registered.errors"),"contains",(nil,.__fromStringLiteral(#""POST /biometric/auth/options\n""#, "POST /biometric/auth/options\n"))),comments: [.__line("// The challenge that the PIN's key signs; in a body the server would take no device's PIN.")],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Demo/PhonePINTests.swift:17:5-17:74
