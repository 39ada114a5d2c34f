nil                                                                                                                             

// original-source-range: /work/main/Tests/EndToEndTests/BoundPhoneTests.swift:1:27-1:37
