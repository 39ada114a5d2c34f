Testing.__checkFunctionCall(Base64URL.self,calling: {
  $0.decode($1)
},key.id,expression: .__fromFunctionCall(.__fromSyntaxNode("Base64URL"),"decode",(nil,.__fromSyntaxNode("key.id"))),comments: [],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/RegistrationTests.swift:27:31-27:65
