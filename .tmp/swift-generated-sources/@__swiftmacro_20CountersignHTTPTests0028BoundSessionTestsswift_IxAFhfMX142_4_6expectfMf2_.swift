Testing.__checkValue(try await app.send(renewal, by: next).status == 204,expression: .__fromSyntaxNode("try await app.send(renewal, by: next).status == 204"),comments: [.__line("// Again, as where the answer was lost.")],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift:143:5-143:65
