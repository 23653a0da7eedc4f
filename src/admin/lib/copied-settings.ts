import type { Connection, CopiedSettings } from "./answers/connection"

type Preview = { connection: Connection; copied: CopiedSettings }

/** A setting and what would become of it; connections with the same values before and after are together. */
type SettingChange = { name: string; ways: { before: unknown; after: unknown; connections: Connection[] }[] }

type LeftOutSetting = { name: string; reason: string; connections: Connection[] }

/** Previews of copying settings to several connections, by setting. `same`: connections that have all of them already. */
export function groupPreviews(previews: Preview[]): {
  changes: SettingChange[]
  leftOut: LeftOutSetting[]
  same: Connection[]
} {
  const changes = new Map<string, Map<string, SettingChange["ways"][number]>>()
  const leftOut = new Map<string, LeftOutSetting>()
  for (const { connection, copied } of previews) {
    for (const { name, before, after } of copied.changes) {
      const ways = getOrAdd(changes, name, () => new Map<string, SettingChange["ways"][number]>())
      const values = JSON.stringify([before, after])
      getOrAdd(ways, values, () => ({ before, after, connections: [] })).connections.push(connection)
    }
    for (const { name, reason } of copied.left_out) {
      const key = JSON.stringify([name, reason])
      getOrAdd(leftOut, key, () => ({ name, reason, connections: [] })).connections.push(connection)
    }
  }
  return {
    changes: [...changes].map(([name, ways]) => ({ name, ways: [...ways.values()] })),
    leftOut: [...leftOut.values()],
    same: previews
      .filter(({ copied }) => copied.changes.length + copied.left_out.length === 0)
      .map(({ connection }) => connection),
  }
}

/** The names of the settings that are copied to a connection: those that differ, without the unwanted ones. */
export function wantedNames({ copied }: Pick<Preview, "copied">, unwanted: string[]): string[] {
  return copied.changes.map(({ name }) => name).filter((name) => !unwanted.includes(name))
}

function getOrAdd<Value>(map: Map<string, Value>, key: string, create: () => Value): Value {
  const value = map.get(key) ?? create()
  map.set(key, value)
  return value
}
