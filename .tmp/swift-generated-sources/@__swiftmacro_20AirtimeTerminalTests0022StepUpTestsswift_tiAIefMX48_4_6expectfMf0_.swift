Testing.__checkValue(try BenchCommand<AirtimeProgram>.parse(server).options.with == ["step-up"],expression: .__fromSyntaxNode(#"try BenchCommand<AirtimeProgram>.parse(server).options.with == ["step-up"]"#),comments: [],isRequired: false,sourceLocation: Testing.SourceLocation.__here()).__expected()

// original-source-range: /work/main/Tests/Shop/AirtimeTerminalTests/Bench/StepUpTests.swift:49:5-49:88
