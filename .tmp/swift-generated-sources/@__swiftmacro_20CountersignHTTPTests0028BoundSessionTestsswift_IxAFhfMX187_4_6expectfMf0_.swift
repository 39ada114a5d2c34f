Testing.__checkValue(try await app.reason(sessions) == .sessionRequired,expression: .__fromSyntaxNode("try await app.reason(sessions) == .sessionRequired"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift:188:5-188:64
