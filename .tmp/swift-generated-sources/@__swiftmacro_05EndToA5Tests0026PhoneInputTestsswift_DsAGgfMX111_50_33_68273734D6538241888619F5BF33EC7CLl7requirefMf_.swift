Testing.__checkFunctionCall((),calling: { 
  Origin($1)
},ServiceHarness.originText,expression: .__fromFunctionCall(nil,"Origin",(nil,.__fromSyntaxNode("ServiceHarness.originText"))),comments: [],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneInputTests.swift:112:51-112:94
