Testing.__checkFunctionCall((),calling: { 
  LinkAddress($1)
},link.url,expression: .__fromFunctionCall(nil,"LinkAddress",(nil,.__fromSyntaxNode("link.url"))),comments: [],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /work/main/Tests/EndToEndTests/Support/InstalledPhone.swift:136:16-136:47
