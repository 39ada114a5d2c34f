Testing.__checkValue(try await listener.next() == nil,expression: .__fromSyntaxNode("try await listener.next() == nil"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift:255:7-255:48
