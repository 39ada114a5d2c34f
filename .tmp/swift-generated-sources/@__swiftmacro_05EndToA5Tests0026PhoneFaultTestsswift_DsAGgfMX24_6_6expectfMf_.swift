Testing.__checkPropertyAccess(last.self,getting: { $0.isFinal },expression: .__fromPropertyAccess(.__fromSyntaxNode("last"),.__fromSyntaxNode("isFinal")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFaultTests.swift:25:7-25:28
