import { z } from "zod"
import { uuidSchema } from "../../../pos-api/contract"

/** Names the organisation that a control call is about. */
export const organizationUuidSchema = z.looseObject({ organizationUuid: uuidSchema })

/** A page of one organisation's list. Without `limit` all of it is answered. */
export const pageSchema = z.looseObject({
  organizationUuid: uuidSchema,
  limit: z.coerce.number().int().min(1).max(10_000).optional(),
  offset: z.coerce.number().int().min(0).default(0),
})

/** A page that can begin with the newest. */
export const descendingPageSchema = pageSchema.extend({
  descending: z
    .enum(["true", "false"])
    .default("false")
    .transform((text) => text === "true"),
})

type Page = Pick<z.output<typeof pageSchema>, "limit" | "offset">

/** Cuts a page out of a list, without a copy of the whole. */
export function* pageOf<Item>(items: Iterable<Item>, { limit, offset }: Page): Generator<Item> {
  let position = 0
  for (const item of items) {
    if (limit !== undefined && position >= offset + limit) {
      return
    }
    if (position >= offset) {
      yield item
    }
    position++
  }
}

/** An array from its end, without a copy. */
export function* newestFirst<Item>(items: readonly Item[]): Generator<Item> {
  for (let position = items.length - 1; position >= 0; position--) {
    const item = items[position]
    if (item !== undefined) {
      yield item
    }
  }
}
