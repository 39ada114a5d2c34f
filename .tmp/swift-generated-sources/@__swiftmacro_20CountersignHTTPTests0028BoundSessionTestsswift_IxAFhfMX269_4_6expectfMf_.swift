Testing.__checkValue(try await status(at: ServiceHarness.originText + "/pay/auth") == 200,expression: .__fromSyntaxNode(#"try await status(at: ServiceHarness.originText + "/pay/auth") == 200"#),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift:270:5-270:82
