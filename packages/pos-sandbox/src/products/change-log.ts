import { v1 as uuidVersion1 } from "uuid"

/** What a library holds. */
export type LibraryItem = { kind: "product" | "discount"; uuid: string }

/**
 * The latest changes of a library, the oldest first. Each has a UUID, by which a caller requests later changes. The
 * very first entry is the library's making, which changed no item.
 */
export type ChangeLog = { entries: { uuid: string; item: LibraryItem | null }[] }

/** Changes that may lie behind the one a caller knows; who is further behind reads the library again. */
export const MAX_CHANGES_BEHIND = 500

/** Entries are dropped in blocks, so that a change costs no copy of the log. */
const MAX_ENTRIES = 2 * MAX_CHANGES_BEHIND

export const createChangeLog = (): ChangeLog => ({ entries: [{ uuid: uuidVersion1(), item: null }] })

/** Notes that an item was made, changed or deleted; its absence or presence shows which. */
export function noteChange(log: ChangeLog, item: LibraryItem): void {
  log.entries.push({ uuid: uuidVersion1(), item })
  if (log.entries.length > MAX_ENTRIES) {
    log.entries.splice(0, log.entries.length - MAX_CHANGES_BEHIND - 1)
  }
}

export const latestChange = (log: ChangeLog): string => log.entries.at(-1)?.uuid ?? ""

/**
 * The items that changed after one entry up to another, each once.
 * @returns null when either is unknown or too far behind
 */
export function changedItems(log: ChangeLog, fromUuid: string, untilUuid: string): LibraryItem[] | null {
  const from = log.entries.findLastIndex(({ uuid }) => uuid === fromUuid)
  const until = log.entries.findLastIndex(({ uuid }) => uuid === untilUuid)
  if (from === -1 || until === -1 || log.entries.length - 1 - from > MAX_CHANGES_BEHIND) {
    return null
  }
  const changes = log.entries.slice(from + 1, until + 1)
  const items = new Map(changes.flatMap(({ item }) => (item ? [[`${item.kind} ${item.uuid}`, item] as const] : [])))
  return [...items.values()]
}
