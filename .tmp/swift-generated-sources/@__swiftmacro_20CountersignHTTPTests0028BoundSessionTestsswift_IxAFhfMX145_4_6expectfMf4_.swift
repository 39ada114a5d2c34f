Testing.__checkValue(try await app.reason(sessions, by: app.key) == .invalidPossessionProof,expression: .__fromSyntaxNode("try await app.reason(sessions, by: app.key) == .invalidPossessionProof"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift:146:5-146:84
