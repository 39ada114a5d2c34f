Testing.__checkValue(try Self.rowsBeginWithTheirMoment(file) == measure.count,expression: .__fromSyntaxNode("try Self.rowsBeginWithTheirMoment(file) == measure.count"),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/Shop/AirtimeTerminalTests/Bench/StepUpTests.swift:42:5-42:70
