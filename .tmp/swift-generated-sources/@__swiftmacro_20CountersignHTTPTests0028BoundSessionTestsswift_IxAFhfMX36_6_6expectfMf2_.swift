Testing.__checkValue(try Problem(json: JSONValue(parsing: answer.body)).reason == reason,expression: .__fromSyntaxNode("try Problem(json: JSONValue(parsing: answer.body)).reason == reason"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift:37:7-37:83
