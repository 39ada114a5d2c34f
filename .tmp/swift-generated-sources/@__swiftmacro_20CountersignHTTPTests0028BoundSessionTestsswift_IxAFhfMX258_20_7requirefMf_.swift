Testing.__checkValue(try await unbound.next(),expression: .__fromSyntaxNode("try await unbound.next()"),comments: [],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift:259:21-259:55
