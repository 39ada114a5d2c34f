Testing.__checkBinaryOperation(first.origins.map(\.text),{ $0 == $1() },["https://pay.example.com", "ios:bundle-id:com.example.pay"],expression: .__fromBinaryOperation(.__fromSyntaxNode(#"first.origins.map(\.text)"#),"==",.__fromSyntaxNode(#"["https://pay.example.com", "ios:bundle-id:com.example.pay"]"#)),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Serve/ConfigurationFileTests.swift:24:5-25:97
