import { createHash } from "node:crypto"
import { z } from "zod"
import type { AxiosResponse } from "axios"
import { describeIssues, uuidSchema } from "../contract"
import { PosForeignLinkError } from "./errors"

/** The most characters of a stored unreadable record. */
export const MAX_KEPT_RECORD = 65_536

/** A record of a list that could not be parsed. */
export type UnreadableItem = {
  /** its own identifier, where it is readable */
  identifier: string | null
  /** its own identifier, or else a hash of its text: the same on each read of the same record */
  key: string
  /** the record's JSON, truncated at {@link MAX_KEPT_RECORD} */
  text: string
  /** each invalid field, and why */
  reason: string
}

/** The readable records of a list in order, and the unreadable ones. */
export type ReadItems<Item> = { items: Item[]; unreadable: UnreadableItem[] }

/**
 * Parses a list record by record, so that an unreadable one does not affect the others.
 * @param identifiers fields that may hold a record's identifier, the best first
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

/** Schema of a list for {@link parseItems}. An answer that is not a list is still rejected. */
export function getItems<Schema extends z.ZodType>(schema: Schema, identifiers: readonly string[] = []) {
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
  const identifierValues = identifiers.map((name) => uuidSchema.safeParse(fields[name]).data)
  return identifierValues.find((identifier) => identifier !== undefined) ?? null
}

/** `<https://…?cursor=…>; rel="next"`, among other links */
const LINK = /<([^>]*)>((?:\s*;\s*[\w*-]+\s*=\s*(?:"[^"]*"|[^\s;,"]+))*)/g
const NEXT = /;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|next\b)/i

/**
 * Returns the address of the next page from the `Link` header, or null on the last page. The access token is sent to
 * the configured origin only.
 * @param asked the address that answered; a relative link is resolved against it
 * @throws PosForeignLinkError when the link has another origin
 */
export function nextPage(headers: AxiosResponse["headers"], asked: string, call: string): string | null {
  const link: unknown = headers.link
  if (typeof link !== "string") {
    return null
  }
  const next = [...link.matchAll(LINK)].find(([, , parameters]) => NEXT.test(parameters ?? ""))?.[1]
  if (next === undefined) {
    return null
  }
  const url = URL.canParse(next, asked) ? new URL(next, asked) : null
  if (url?.origin !== new URL(asked).origin) {
    throw new PosForeignLinkError({ call }, url?.origin ?? next)
  }
  return url.href
}
