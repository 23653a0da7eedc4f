import type { Connection } from "./answers/connection"

/** The groups that connections are filed under, each once, in the order of the language. */
export function groupsOf(connections: Connection[], language: string): string[] {
  const names = connections.flatMap(({ group_name }) => group_name ?? [])
  return [...new Set(names)].sort(new Intl.Collator(language).compare)
}
