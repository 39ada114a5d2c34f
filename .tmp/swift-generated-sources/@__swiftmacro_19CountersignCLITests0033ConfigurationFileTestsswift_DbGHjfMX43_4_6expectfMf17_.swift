Testing.__checkBinaryOperation(failure?.cause.hasPrefix("no driver for the database"),{ $0 == $1() },true,expression: .__fromBinaryOperation(.__fromSyntaxNode(#"failure?.cause.hasPrefix("no driver for the database")"#),"==",.__fromSyntaxNode("true")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Serve/ConfigurationFileTests.swift:44:5-44:76
