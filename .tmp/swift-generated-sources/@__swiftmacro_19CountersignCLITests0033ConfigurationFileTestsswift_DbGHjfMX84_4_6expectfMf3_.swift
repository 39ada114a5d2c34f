Testing.__checkBinaryOperation("\(failure?.cause ?? "") \(failure?.hint ?? "")".contains("pw"),{ $0 == $1() },false,expression: .__fromBinaryOperation(.__fromSyntaxNode(#""\(failure?.cause ?? "") \(failure?.hint ?? "")".contains("pw")"#),"==",.__fromSyntaxNode("false")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Serve/ConfigurationFileTests.swift:85:5-85:86
