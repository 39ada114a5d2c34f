Testing.__checkValue(try Problem(json: JSONValue(parsing: host.body)).reason == .serviceKeyRequired,expression: .__fromSyntaxNode("try Problem(json: JSONValue(parsing: host.body)).reason == .serviceKeyRequired"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift:72:5-72:92
