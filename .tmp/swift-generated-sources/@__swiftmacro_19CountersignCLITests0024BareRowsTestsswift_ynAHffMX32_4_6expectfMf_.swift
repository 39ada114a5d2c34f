Testing.__checkValue(try Self.rowsBeginWithTheirMoment(folder.file("countersign.sqlite")) == 1,expression: .__fromSyntaxNode(#"try Self.rowsBeginWithTheirMoment(folder.file("countersign.sqlite")) == 1"#),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Bench/BareRowsTests.swift:33:5-33:87
