Testing.__checkValue(try await status(at: ServiceHarness.originText + wrong) == 401,expression: .__fromSyntaxNode("try await status(at: ServiceHarness.originText + wrong) == 401"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift:272:7-272:78
