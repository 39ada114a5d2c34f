Testing.__checkFunctionCall(registered.output.self,calling: {
  $0.hasPrefix($1)
},"registered ",expression: .__fromFunctionCall(.__fromSyntaxNode("registered.output"),"hasPrefix",(nil,.__fromStringLiteral(#""registered ""#, "registered "))),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Demo/PhonePINTests.swift:15:5-15:56
