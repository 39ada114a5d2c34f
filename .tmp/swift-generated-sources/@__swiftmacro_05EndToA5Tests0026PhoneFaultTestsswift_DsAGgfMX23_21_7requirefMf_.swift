Testing.__checkPropertyAccess(flows.self,getting: { $0.last },expression: .__fromPropertyAccess(.__fromSyntaxNode("flows"),.__fromSyntaxNode("last")),comments: [],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFaultTests.swift:24:22-24:42
