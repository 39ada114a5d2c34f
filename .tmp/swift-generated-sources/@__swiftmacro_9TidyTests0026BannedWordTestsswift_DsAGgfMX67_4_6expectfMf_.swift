Testing.__checkBinaryOperation(ban.problems(in: file),{ $0 == $1() },[1, 6].map { file.problem($0, "try!: planted") },expression: .__fromBinaryOperation(.__fromSyntaxNode("ban.problems(in: file)"),"==",.__fromSyntaxNode(#"[1, 6].map { file.problem($0, "try!: planted") }"#)),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/TidyTests/BannedWordTests.swift:68:5-69:82
