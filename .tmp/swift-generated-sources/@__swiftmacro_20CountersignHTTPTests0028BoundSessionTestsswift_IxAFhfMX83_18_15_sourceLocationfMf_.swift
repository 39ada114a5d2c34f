Testing.SourceLocation.__here()

// original-source-range: /work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift:84:19-84:35
