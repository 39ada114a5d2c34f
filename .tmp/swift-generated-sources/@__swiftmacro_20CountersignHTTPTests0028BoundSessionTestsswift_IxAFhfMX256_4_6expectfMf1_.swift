Testing.__checkValue(try await app.server.transport.stream(request).status == 401,expression: .__fromSyntaxNode("try await app.server.transport.stream(request).status == 401"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift:257:5-257:74
