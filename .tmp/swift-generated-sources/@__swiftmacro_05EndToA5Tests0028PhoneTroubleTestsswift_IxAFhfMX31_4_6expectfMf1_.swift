Testing.__checkBinaryOperation(changed.last?.error,{ $0 == $1() },.deviceUnable(.vaultFailed),expression: .__fromBinaryOperation(.__fromSyntaxNode("changed.last?.error"),"==",.__fromSyntaxNode(".deviceUnable(.vaultFailed)")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneTroubleTests.swift:32:5-32:64
