Testing.__checkValue(try await app.reason(app.renewal(by: device, to: thief), by: thief) == .sessionRequired,expression: .__fromSyntaxNode("try await app.reason(app.renewal(by: device, to: thief), by: thief) == .sessionRequired"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift:174:5-175:95
