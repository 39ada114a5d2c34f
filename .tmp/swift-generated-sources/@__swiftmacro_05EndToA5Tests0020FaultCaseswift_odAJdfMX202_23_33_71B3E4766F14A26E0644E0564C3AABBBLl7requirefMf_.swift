Testing.__checkPropertyAccess(subject.self,getting: { $0.link },expression: .__fromPropertyAccess(.__fromSyntaxNode("subject"),.__fromSyntaxNode("link")),comments: [],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /work/main/Tests/EndToEndTests/Support/FaultCase.swift:203:24-203:46
