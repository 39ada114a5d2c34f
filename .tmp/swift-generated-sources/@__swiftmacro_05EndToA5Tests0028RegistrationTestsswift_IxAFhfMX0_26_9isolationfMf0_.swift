nil                                                                                                                             

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/RegistrationTests.swift:1:27-1:37
