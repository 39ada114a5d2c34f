Testing.__checkValue(try Self.rowsBeginWithTheirMoment(folder.file("countersign.sqlite")) == 1,expression: .__fromSyntaxNode(#"try Self.rowsBeginWithTheirMoment(folder.file("countersign.sqlite")) == 1"#),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/Shop/AirtimeTerminalTests/Bench/StepUpTests.swift:38:5-38:87
