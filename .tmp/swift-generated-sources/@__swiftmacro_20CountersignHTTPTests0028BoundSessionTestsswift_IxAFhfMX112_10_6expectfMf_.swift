Testing.__checkValue(try Problem(json: answer.body ?? .null).reason == .transactionMismatch,expression: .__fromSyntaxNode("try Problem(json: answer.body ?? .null).reason == .transactionMismatch"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift:113:11-113:90
