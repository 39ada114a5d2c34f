Testing.__checkValue(opened.withLock { $0 },expression: .__fromSyntaxNode("opened.withLock { $0 }"),comments: [],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /work/main/Tests/CountersignHTTPTests/BoundApp.swift:23:39-23:71
