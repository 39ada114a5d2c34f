Testing.__checkValue(try await app.reason(collect, by: key) == .linkOver,expression: .__fromSyntaxNode("try await app.reason(collect, by: key) == .linkOver"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift:236:7-236:67
