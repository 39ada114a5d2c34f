Testing.__checkValue(LinkAddress(subject.link?.url ?? ""),expression: .__fromSyntaxNode(#"LinkAddress(subject.link?.url ?? "")"#),comments: [],isRequired: true,sourceLocation: Testing.SourceLocation.__here()).__required()

// original-source-range: /work/main/Tests/EndToEndTests/Support/FaultCase.swift:191:42-191:88
