Testing.__checkBinaryOperation(bought.last?.error,{ $0 == $1() },.deviceUnable(.vaultFailed),expression: .__fromBinaryOperation(.__fromSyntaxNode("bought.last?.error"),"==",.__fromSyntaxNode(".deviceUnable(.vaultFailed)")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneTroubleTests.swift:22:5-22:63
