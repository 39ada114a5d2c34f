Testing.__checkBinaryOperation(measure.count >= BareRows.batchSize,{ $0 && $1() },measure.cpuSeconds > 0,expression: .__fromBinaryOperation(.__fromSyntaxNode("measure.count >= BareRows.batchSize"),"&&",.__fromSyntaxNode("measure.cpuSeconds > 0")),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/CountersignCLITests/Bench/BareRowsTests.swift:37:5-37:75
