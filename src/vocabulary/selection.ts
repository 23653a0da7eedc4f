import { z } from "zod"

/** What of the shop a connection sells: all published products, or those of some channels, collections, categories, tags. */
export const SELECTION_KINDS = ["all", "sales_channel", "collection", "category", "tag"] as const

export const selectionSchema = z
  .object({
    /** all published products, or those of some channels, collections, categories or tags */
    by: z.enum(SELECTION_KINDS).default("all"),
    /** ids of the channels, collections, categories or tags; a category includes those below it */
    ids: z.array(z.string().min(1)).max(1_000).default([]),
  })
  .refine(({ by, ids }) => by === "all" || ids.length > 0, { message: "name at least one id", path: ["ids"] })

export type SelectionKind = (typeof SELECTION_KINDS)[number]
export type Selection = z.infer<typeof selectionSchema>
