Testing.__checkValue(try await app.server.send(WireRequest(.sessions, accessToken: bearer)).status == 200,expression: .__fromSyntaxNode("try await app.server.send(WireRequest(.sessions, accessToken: bearer)).status == 200"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift:53:5-53:98
