import { z } from "@medusajs/framework/zod"

/** A decimal ≥ 0 in text: "0", "2", "0.5". */
const bufferSchema = z.string().regex(/^\d+(\.\d+)?$/, "must be a decimal number that is not negative")

/** What a merchant chooses for the way from the service into the shop; kept on the connection. */
export const mirrorSettingsSchema = z.object({
  /**
   * which of the events that Medusa emits for an order of its own are emitted for a mirrored one; shops send mail on
   * `order.placed`
   */
  order_events: z.enum(["none", "all-but-placed", "all"]).default("all-but-placed"),
  /** kept back from the counter: what it is told is available stock less this; a product may have its own */
  stock_buffer: bufferSchema.default("0"),
  /** whose level wins where both sides had stock when they met: ask, with the differences shown, or one of them */
  stock_start: z.enum(["ask", "shop", "pos"]).default("ask"),
  /** stock locations whose stock the counter may sell, beside the connection's own, which the counter's sales move */
  feeding_location_ids: z.array(z.string().min(1)).max(100).default([]),
  /** what a reconciliation does with a difference: show it, or follow one side */
  drift_policy: z.enum(["report", "trust-shop", "trust-pos"]).default("report"),
  /** what becomes of a product that is made at the counter: listed to be adopted, a draft in the shop, or nothing */
  counter_creation: z.enum(["list", "draft", "ignore"]).default("list"),
  /**
   * what becomes of a product of the shop that is deleted at the counter: it is brought back there, no longer sold there,
   * or made a draft in the shop
   */
  counter_deletion: z.enum(["restore", "unlink", "draft"]).default("restore"),
})

export type MirrorSettings = z.output<typeof mirrorSettingsSchema>

/** A connection's choices; what it has not chosen is as by default. */
export function mirrorSettingsOf(connection: { mirror_settings: unknown }): MirrorSettings {
  return mirrorSettingsSchema.parse(connection.mirror_settings ?? {})
}
