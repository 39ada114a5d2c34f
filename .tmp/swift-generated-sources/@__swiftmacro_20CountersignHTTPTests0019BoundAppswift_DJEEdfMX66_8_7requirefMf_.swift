Testing.__checkBinaryOperation(answer.status == 201,{ $0 && $1() },session.tokenType == .dpop,expression: .__fromBinaryOperation(.__fromSyntaxNode("answer.status == 201"),"&&",.__fromSyntaxNode("session.tokenType == .dpop")),comments: [],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /work/main/Tests/CountersignHTTPTests/BoundApp.swift:67:9-67:69
