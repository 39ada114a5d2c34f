import Foundation
import SecretSearch

// The last step of `make test`: searches what the run's servers logged and refused for every secret
// that passed. Argument: the journal's folder.

guard CommandLine.arguments.count == 2 else {
  print("usage: SearchSecrets FOLDER")
  exit(2)
}

let search: JournalSearch
do {
  search = try JournalSearch(folder: URL(filePath: CommandLine.arguments[1]))
} catch {
  print("the journal of the run cannot be read: \(error)")
  exit(2)
}
guard search.isWorthwhile else {
  print("the run noted no secret or no line: nothing was searched")
  exit(2)
}
let findings = search.findings()
for finding in findings { print("SECRET WRITTEN: \(finding)") }
print("searched \(search.extent): \(findings.isEmpty ? "none" : String(findings.count)) found")
exit(findings.isEmpty ? 0 : 1)
