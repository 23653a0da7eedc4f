import type { ZodType } from "zod"

/** A statement that was run, with its bindings. */
type Statement = { text: string; bindings: unknown[] }

/** A fake of `Sql` that records statements and answers each with the rows of `getRows`, parsed as the query declares. */
export function fakeSql(getRows: (text: string) => unknown[] = () => []) {
  const statements: Statement[] = []
  const sql = async (row: ZodType, text: string, bindings: unknown[] = []) => {
    statements.push({ text, bindings })
    return getRows(text).map((values) => row.parse(values))
  }
  return { sql, statements }
}

/** A fake container: the module `pos` with this SQL, and a logger whose messages are recorded. */
export function fakeContainer(sql: unknown = fakeSql().sql) {
  const messages: string[] = []
  const now = new Date("2026-03-01T12:00:00Z")
  const pos = {
    now: async () => now,
    query: async (work: (sql: unknown, now: Date) => unknown) => work(sql, now),
    queryByIndexes: async (work: (sql: unknown, now: Date) => unknown) => work(sql, now),
    getOptions: async () => ({ finance: { preliminary: false, pullEveryMinutes: 60 } }),
    listPosConnections: async () => [],
  }
  const logger = {
    info: (message: string) => void messages.push(message),
    warn: (message: string) => void messages.push(message),
    error: (message: string) => void messages.push(message),
  }
  return { container: { resolve: (name: string) => (name === "logger" ? logger : pos) }, messages, now }
}
