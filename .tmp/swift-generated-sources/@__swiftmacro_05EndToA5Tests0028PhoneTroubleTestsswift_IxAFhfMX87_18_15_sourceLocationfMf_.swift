Testing.SourceLocation.__here()

// original-source-range: /work/main/Tests/EndToEndTests/PhoneTroubleTests.swift:88:19-88:35
