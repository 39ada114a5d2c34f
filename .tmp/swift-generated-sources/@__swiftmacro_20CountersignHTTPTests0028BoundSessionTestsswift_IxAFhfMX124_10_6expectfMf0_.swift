Testing.__checkBinaryOperation(session.tokenType,{ $0 == $1() },(key == nil ? .bearer : .dpop),expression: .__fromBinaryOperation(.__fromSyntaxNode("session.tokenType"),"==",.__fromSyntaxNode("(key == nil ? .bearer : .dpop)")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift:125:11-125:71
