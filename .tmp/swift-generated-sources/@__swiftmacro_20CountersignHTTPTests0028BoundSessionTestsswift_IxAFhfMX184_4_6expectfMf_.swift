Testing.__checkValue(try await app.send(app.renewal(by: device, to: app.key)).status == 204,expression: .__fromSyntaxNode("try await app.send(app.renewal(by: device, to: app.key)).status == 204"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift:185:5-185:84
