Testing.__checkFunctionCall(refused.errors.self,calling: {
  $0.contains($1)
},"GET /second-factor\n4 network calls\n",expression: .__fromFunctionCall(.__fromSyntaxNode("refused.errors"),"contains",(nil,.__fromStringLiteral(#""GET /second-factor\n4 network calls\n""#, "GET /second-factor\n4 network calls\n"))),comments: [.__line("// It was asked whose PIN it is, and nothing was sent.")],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Demo/PhonePINTests.swift:29:5-29:78
