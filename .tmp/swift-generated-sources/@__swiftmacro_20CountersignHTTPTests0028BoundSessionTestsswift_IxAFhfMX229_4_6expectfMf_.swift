Testing.__checkValue(try await app.server.confirmLogin(phone, link).status == 200,expression: .__fromSyntaxNode("try await app.server.confirmLogin(phone, link).status == 200"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift:230:5-230:74
