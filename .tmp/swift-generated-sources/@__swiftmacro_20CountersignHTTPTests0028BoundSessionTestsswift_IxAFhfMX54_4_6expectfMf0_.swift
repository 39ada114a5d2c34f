Testing.__checkValue(try Problem(json: proved.body ?? .null).reason == .invalidPossessionProof,expression: .__fromSyntaxNode("try Problem(json: proved.body ?? .null).reason == .invalidPossessionProof"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift:55:5-55:87
