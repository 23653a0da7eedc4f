import { z } from "zod"
import { readStorefrontAvailability } from "../../../../features/stock"
import { PosError } from "../../../../modules/pos/errors"
import { defineRead, unrestricted } from "../../../utils/define-route"
import { idSchema } from "../../../utils/schemas"

/** The most variants in one request. */
const MAX_VARIANTS = 100

/**
 * Ids that are repeated (`variant_id=a&variant_id=b`) or separated by commas. Express delivers more than 20 repeated
 * values as an object.
 */
const repeatedSchema = z
  .union([z.string(), z.array(z.string()), z.record(z.string(), z.string())])
  .transform((ids) => (typeof ids === "string" ? [ids] : Object.values(ids)).flatMap((id) => id.split(",")))

/** Query of `GET /store/pos/availability`. */
export const availabilityQuerySchema = z.object({
  /** ids of variants, repeated or separated by commas; at most 100 */
  variant_id: repeatedSchema.pipe(
    z.array(idSchema).min(1).max(MAX_VARIANTS, `at most ${MAX_VARIANTS} variants can be asked for in one request`)
  ),
})

/** Medusa's store routes read it from the header `x-publishable-api-key`, and reject a request without a valid key. */
const publishableKeySchema = z.object({
  publishable_key_context: z.object({ sales_channel_ids: z.array(z.string()) }),
})

/**
 * `GET /store/pos/availability?variant_id=…` → `{locations, variants}`: the stock locations with a register, with name
 * and address, and for each variant its state there: `in_stock`, `low` or `out`, with the exact quantity where the
 * setting `availability` says so. Answers may be cached for 15 seconds. Needs a publishable key; variants that are not
 * published in the key's sales channels are left out.
 */
export const GET = defineRead({
  access: unrestricted("a customer of the store has no role"),
  query: availabilityQuerySchema,
}).handle(async (request, response) => {
  const { publishable_key_context: key } = publishableKeySchema.parse(request)
  if (key.sales_channel_ids.length === 0) {
    throw new PosError("pos_request_invalid", "The publishable key has no sales channel. Add one to the key.")
  }
  const { answer, freshSeconds } = await readStorefrontAvailability(request.scope, {
    variantIds: request.validatedQuery.variant_id,
    salesChannelIds: key.sales_channel_ids,
  })
  response.vary("x-publishable-api-key").set("cache-control", `public, max-age=${freshSeconds}`).json(answer)
})
