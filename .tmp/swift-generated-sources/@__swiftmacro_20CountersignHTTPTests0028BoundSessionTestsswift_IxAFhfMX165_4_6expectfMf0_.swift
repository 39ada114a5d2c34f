Testing.__checkValue(try await app.reason(app.renewal(by: forged, to: thief), by: thief) == .verificationFailed,expression: .__fromSyntaxNode("try await app.reason(app.renewal(by: forged, to: thief), by: thief) == .verificationFailed"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift:166:5-167:98
