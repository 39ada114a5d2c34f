Testing.__checkBinaryOperation(text,{ $0 == $1() },"A payment that needs your approval is shown here as it comes.",expression: .__fromBinaryOperation(.__fromSyntaxNode("text"),"==",.__fromStringLiteral(#""A payment that needs your approval is shown here as it comes.""#, "A payment that needs your approval is shown here as it comes.")),comments: [],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /work/main/Tests/BrowserTests/ModulePageTests.swift:20:13-20:94
