Testing.__checkValue(try await app.send(renewal, by: next).status == 204,expression: .__fromSyntaxNode("try await app.send(renewal, by: next).status == 204"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift:141:5-141:65
