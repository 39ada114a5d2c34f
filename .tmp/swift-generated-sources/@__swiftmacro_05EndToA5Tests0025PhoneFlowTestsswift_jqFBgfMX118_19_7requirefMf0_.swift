Testing.__checkFunctionCall((),calling: { 
  LinkAddress($1)
},made.url,expression: .__fromFunctionCall(nil,"LinkAddress",(nil,.__fromSyntaxNode("made.url"))),comments: [],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:119:20-119:51
