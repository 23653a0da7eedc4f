import { z } from "zod"
import type { Activity } from "../../lib/answers/activity"

type Words = {
  nothing: string
  all: string
  yes: string
  no: string
  nameOf: (name: string) => string
  valueOf: (name: string, value: string) => string
}

/** Records that were named: how many of them; null for all there are. */
const namedSchema = z.object({ count: z.number().nullable() })

/** A decision's facts as lines: `name: value` of what was asked for, `name: before → after` of what it changed. */
export function factsOf({ asked, before, after }: Activity, words: Words): string[] {
  const write = (name: string, value: unknown): string => {
    const named = namedSchema.safeParse(value)
    if (value === null || value === undefined || value === "") {
      return words.nothing
    }
    if (typeof value === "boolean") {
      return value ? words.yes : words.no
    }
    if (named.success) {
      return named.data.count === null ? words.all : String(named.data.count)
    }
    if (Array.isArray(value)) {
      return value.map((each: unknown) => write(name, each)).join(", ") || words.nothing
    }
    if (typeof value !== "string" && typeof value !== "number") {
      const parts = Object.entries(value).map(([part, within]) => `${words.nameOf(part)} ${write(part, within)}`)
      return parts.join(", ") || words.nothing
    }
    return words.valueOf(name, String(value))
  }
  return [
    ...Object.entries(asked ?? {}).map(([name, value]) => `${words.nameOf(name)}: ${write(name, value)}`),
    ...Object.entries(after ?? before ?? {}).map(
      ([name]) => `${words.nameOf(name)}: ${write(name, before?.[name])} → ${write(name, after?.[name])}`
    ),
  ]
}
