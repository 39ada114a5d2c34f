Testing.__checkBinaryOperation(currencies,{ $0 == $1() },["KES", "NGN"],expression: .__fromBinaryOperation(.__fromSyntaxNode("currencies"),"==",.__fromSyntaxNode(#"["KES", "NGN"]"#)),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/Shop/AirtimeTests/AirtimeSchemaTests.swift:32:5-32:42
