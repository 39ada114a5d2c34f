Testing.__checkValue(try Problem(json: over.body ?? .null).reason == .sessionRequired,expression: .__fromSyntaxNode("try Problem(json: over.body ?? .null).reason == .sessionRequired"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift:46:5-46:78
