Testing.__checkValue(await authenticator.deleted == authenticator.made,expression: .__fromSyntaxNode("await authenticator.deleted == authenticator.made"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneInputTests.swift:96:5-96:63
