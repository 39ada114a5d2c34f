Testing.__checkValue(try await app.reason(renewal, by: nil) == .invalidPossessionProof,expression: .__fromSyntaxNode("try await app.reason(renewal, by: nil) == .invalidPossessionProof"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift:139:5-139:79
