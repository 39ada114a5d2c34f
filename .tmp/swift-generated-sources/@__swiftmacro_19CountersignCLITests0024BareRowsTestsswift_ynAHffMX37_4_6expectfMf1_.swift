Testing.__checkValue(try Self.rowsBeginWithTheirMoment(file) == measure.count,expression: .__fromSyntaxNode("try Self.rowsBeginWithTheirMoment(file) == measure.count"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Bench/BareRowsTests.swift:38:5-38:70
