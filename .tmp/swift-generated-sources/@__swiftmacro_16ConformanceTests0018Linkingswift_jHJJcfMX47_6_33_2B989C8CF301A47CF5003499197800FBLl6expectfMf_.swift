Testing.__checkBinaryOperation(promptsNow,{ $0 == $1() },prompts,expression: .__fromBinaryOperation(.__fromSyntaxNode("promptsNow"),"==",.__fromSyntaxNode("prompts")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/Shop/ConformanceTests/Cases/Linking.swift:48:7-48:37
