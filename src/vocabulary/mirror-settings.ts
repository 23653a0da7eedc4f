import { z } from "zod"
import { booksChoiceSchema, booksSchema } from "./books"
import { STOCK_POLICIES } from "./connection"

/** A decimal ≥ 0 in text: "0", "2", "0.5". */
const bufferSchema = z.string().regex(/^\d+(\.\d+)?$/, "must be a decimal number that is not negative")

/** What becomes of what the counter tells. One of a few words is offered on the screens as it stands here. */
export const MIRROR_FIELDS = {
  /** whose level wins where both sides had stock when they met: ask, with the differences shown, or one of them */
  stock_start: z.enum(["ask", "shop", "pos"]),
  /** what a reconciliation does with a difference: show it, or follow one side */
  drift_policy: z.enum(["report", "trust-shop", "trust-pos"]),
  /** what becomes of a product that is made at the counter: listed to be adopted, a draft in the shop, or nothing */
  counter_creation: z.enum(["list", "draft", "ignore"]),
  /**
   * what becomes of a product of the shop that is deleted at the counter: it is brought back there, no longer sold there,
   * or made a draft in the shop
   */
  counter_deletion: z.enum(["restore", "unlink", "draft"]),
  /**
   * which of the events that Medusa emits for an order of its own are emitted for a mirrored one; shops send mail on
   * `order.placed`
   */
  order_events: z.enum(["all-but-placed", "all", "none"]),
  /** stock locations whose stock the counter may sell, beside the connection's own, which the counter's sales move */
  feeding_location_ids: z.array(z.string().min(1)).max(100),
  /** kept back from the counter: what it is told is available stock less this; a product may have its own */
  stock_buffer: bufferSchema,
  /**
   * from which level on stock is low: nobody looks, the shop says (metadata `low_stock` of the variant, else of its
   * inventory item, else of the product) and the till is told where stock moves both ways, or the till's own are shown
   */
  low_stock: z.enum(["off", "shop", "pos"]),
  /** how the counter is booked: accounts, and days that are closed */
  books: booksChoiceSchema,
}

/** All settings; what is not named is as by default, so that a new one needs no migration. */
export const mirrorSettingsSchema = z.object({
  stock_start: MIRROR_FIELDS.stock_start.default("ask"),
  drift_policy: MIRROR_FIELDS.drift_policy.default("report"),
  counter_creation: MIRROR_FIELDS.counter_creation.default("list"),
  counter_deletion: MIRROR_FIELDS.counter_deletion.default("restore"),
  order_events: MIRROR_FIELDS.order_events.default("all-but-placed"),
  feeding_location_ids: MIRROR_FIELDS.feeding_location_ids.default([]),
  stock_buffer: MIRROR_FIELDS.stock_buffer.default("0"),
  low_stock: MIRROR_FIELDS.low_stock.default("off"),
  books: booksSchema.default(booksSchema.parse({})),
} satisfies Record<keyof typeof MIRROR_FIELDS, z.ZodType>)

/** With the connection's stock policy, which is chosen together with them and is a column of its own. */
export const CHOSEN_MIRROR_FIELDS = {
  /**
   * which way stock moves; by default `two-way` where the shop knows the service's inventory interface, else
   * `pos-only`: from the counter to the shop
   */
  stock_policy: z.enum(STOCK_POLICIES),
  ...MIRROR_FIELDS,
}

export const chosenMirrorSettingsSchema = mirrorSettingsSchema.extend({
  stock_policy: CHOSEN_MIRROR_FIELDS.stock_policy,
})

/** A change of some; what is not named stays. */
export const mirrorSettingsChangeSchema = z.object(CHOSEN_MIRROR_FIELDS).partial()

export type MirrorSettings = z.infer<typeof mirrorSettingsSchema>
export type MirrorSettingsChange = z.infer<typeof mirrorSettingsChangeSchema>
export type ChosenMirrorSettings = z.infer<typeof chosenMirrorSettingsSchema>
