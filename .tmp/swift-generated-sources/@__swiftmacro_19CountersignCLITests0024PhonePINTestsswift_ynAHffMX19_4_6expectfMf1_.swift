Testing.__checkFunctionCall(registered.errors.self,calling: {
  $0.contains($1)
},"\n7 network calls\n",expression: .__fromFunctionCall(.__fromSyntaxNode("registered.errors"),"contains",(nil,.__fromStringLiteral(#""\n7 network calls\n""#, "\n7 network calls\n"))),comments: [.__line("// Before them three for the key of this process's session: two options, the first without a"),.__line("// nonce, and what the device signs.")],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Demo/PhonePINTests.swift:20:5-20:63
