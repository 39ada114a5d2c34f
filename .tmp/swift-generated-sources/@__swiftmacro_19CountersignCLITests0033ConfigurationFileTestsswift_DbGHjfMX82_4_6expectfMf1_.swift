Testing.__checkBinaryOperation(failure?.cause.contains(said),{ $0 == $1() },true,expression: .__fromBinaryOperation(.__fromSyntaxNode("failure?.cause.contains(said)"),"==",.__fromSyntaxNode("true")),comments: ["\(failure?.cause ?? "")"],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Serve/ConfigurationFileTests.swift:83:5-83:78
