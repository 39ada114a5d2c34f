Testing.__checkValue(try await app.reason(renewal, by: thief) == .sessionRequired,expression: .__fromSyntaxNode("try await app.reason(renewal, by: thief) == .sessionRequired"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift:171:7-171:76
