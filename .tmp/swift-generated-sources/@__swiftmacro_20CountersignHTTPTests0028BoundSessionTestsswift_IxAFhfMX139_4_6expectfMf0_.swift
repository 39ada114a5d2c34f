Testing.__checkValue(try await app.reason(renewal, by: app.key) == .transactionMismatch,expression: .__fromSyntaxNode("try await app.reason(renewal, by: app.key) == .transactionMismatch"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift:140:5-140:80
