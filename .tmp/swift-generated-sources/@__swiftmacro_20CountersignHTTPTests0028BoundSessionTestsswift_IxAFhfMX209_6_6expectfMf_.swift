Testing.__checkValue(try await app.reason(confirmation(id, signed), by: proved) == .verificationFailed,expression: .__fromSyntaxNode("try await app.reason(confirmation(id, signed), by: proved) == .verificationFailed"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift:210:7-211:91
