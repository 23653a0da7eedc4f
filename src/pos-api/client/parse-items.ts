import { createHash } from "node:crypto"
import { z } from "zod"
import { describeIssues } from "../contract"

/** Characters of a record that is kept for a person to read. */
export const MAX_KEPT_RECORD = 65_536

/** A record of a list that could not be read. */
export type UnreadableItem = {
  /** its own, where it has one that can be read */
  identifier: string | null
  /** its own identifier, or else a hash of its text: the same each time the record is read again as it is */
  key: string
  /** the record's JSON, cut at {@link MAX_KEPT_RECORD} */
  text: string
  /** each field that is not understood, and why */
  reason: string
}

/** A list's records that could be read, in its order, and apart from them those that could not. */
export type ReadItems<Item> = { items: Item[]; unreadable: UnreadableItem[] }

/**
 * Reads a list record by record, so that one that is not understood costs none of the others.
 * @param identifiers fields that hold a record's own identifier, the best first
 */
export function parseItems<Schema extends z.ZodType>(
  schema: Schema,
  raw: readonly unknown[],
  identifiers: readonly string[] = []
): ReadItems<z.output<Schema>> {
  const items: z.output<Schema>[] = []
  const unreadable: UnreadableItem[] = []
  for (const record of raw) {
    const parsed = schema.safeParse(record)
    if (parsed.success) {
      items.push(parsed.data)
    } else {
      unreadable.push(describe(record, parsed.error, identifiers))
    }
  }
  return { items, unreadable }
}

/** The schema of a list that is read by {@link parseItems}; an answer that is no list at all is still refused. */
export function itemsOf<Schema extends z.ZodType>(schema: Schema, identifiers: readonly string[] = []) {
  return z.array(z.unknown()).transform((raw) => parseItems(schema, raw, identifiers))
}

function describe(record: unknown, error: z.ZodError, identifiers: readonly string[]): UnreadableItem {
  const text = JSON.stringify(record ?? null)
  const identifier = ownIdentifier(record, identifiers)
  return {
    identifier,
    key: identifier ?? createHash("sha256").update(text).digest("hex"),
    text: text.slice(0, MAX_KEPT_RECORD),
    reason: describeIssues(error, record),
  }
}

function ownIdentifier(record: unknown, identifiers: readonly string[]): string | null {
  const fields = z.looseObject({}).safeParse(record).data ?? {}
  const named = identifiers.map((name) => z.guid().safeParse(fields[name]).data)
  return named.find((identifier) => identifier !== undefined) ?? null
}
