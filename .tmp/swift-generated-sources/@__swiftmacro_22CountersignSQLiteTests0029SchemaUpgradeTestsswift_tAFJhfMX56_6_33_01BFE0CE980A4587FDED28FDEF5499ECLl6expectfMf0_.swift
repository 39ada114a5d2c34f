Testing.__checkBinaryOperation(waiting,{ $0 == $1() },[("j", 750, "JPY", 0), ("k", 750_000, "KWD", 3), ("n", 75_000, "NGN", 2)].map {
            [.text($0), .integer($1), .text($2), .integer($3), .text("Ikeja Books"), .null]
          },expression: .__fromBinaryOperation(.__fromSyntaxNode("waiting"),"==",.__fromSyntaxNode(#"[("j", 750, "JPY", 0), ("k", 750_000, "KWD", 3), ("n", 75_000, "NGN", 2)].map {\#n            [.text($0), .integer($1), .text($2), .integer($3), .text("Ikeja Books"), .null]\#n          }"#)),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignSQLiteTests/SchemaUpgradeTests.swift:57:7-61:13
