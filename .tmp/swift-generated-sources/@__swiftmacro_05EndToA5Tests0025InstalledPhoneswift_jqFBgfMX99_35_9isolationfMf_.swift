nil                                                                                                                             

// original-source-range: /work/main/Tests/EndToEndTests/Support/InstalledPhone.swift:100:36-100:46
