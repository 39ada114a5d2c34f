Testing.__checkValue(try await app.send(sessions).status == 200,expression: .__fromSyntaxNode("try await app.send(sessions).status == 200"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift:222:5-222:56
