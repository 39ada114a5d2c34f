Testing.__checkBinaryOperation(problems,{ $0 == $1() },[],expression: .__fromBinaryOperation(.__fromSyntaxNode("problems"),"==",.__fromSyntaxNode("[]")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/TidyTests/BannedWordTests.swift:51:5-51:28
