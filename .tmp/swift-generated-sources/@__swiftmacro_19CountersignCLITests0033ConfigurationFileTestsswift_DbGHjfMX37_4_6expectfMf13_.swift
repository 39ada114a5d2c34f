Testing.__checkBinaryOperation(second.origins.map(\.text),{ $0 == $1() },["https://pay.example.com"],expression: .__fromBinaryOperation(.__fromSyntaxNode(#"second.origins.map(\.text)"#),"==",.__fromSyntaxNode(#"["https://pay.example.com"]"#)),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Serve/ConfigurationFileTests.swift:38:5-38:71
