Testing.__checkValue(try await app.reason(renewal, by: next) == .challengeExpired,expression: .__fromSyntaxNode("try await app.reason(renewal, by: next) == .challengeExpired"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift:149:5-149:74
