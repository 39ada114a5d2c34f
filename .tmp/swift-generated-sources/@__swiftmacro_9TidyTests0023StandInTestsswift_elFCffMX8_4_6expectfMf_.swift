Testing.__checkBinaryOperation(problems,{ $0 == $1() },[],expression: .__fromBinaryOperation(.__fromSyntaxNode("problems"),"==",.__fromSyntaxNode("[]")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/TidyTests/StandInTests.swift:9:5-9:28
