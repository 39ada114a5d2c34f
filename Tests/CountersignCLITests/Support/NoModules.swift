import PhoneCommands
import ServerCommands

/// The modules of a program that has none.
enum NoModules: ServerAdditions, PhoneAdditions {}
