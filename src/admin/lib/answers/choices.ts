import { z } from "zod"

const choice = { id: z.string(), name: z.string() }

/** Lists of Medusa itself that a connection chooses from. */
export const salesChannelsAnswerSchema = z.looseObject({ sales_channels: z.array(z.looseObject(choice)) })
export const stockLocationsAnswerSchema = z.looseObject({ stock_locations: z.array(z.looseObject(choice)) })
export const regionsAnswerSchema = z.looseObject({
  regions: z.array(z.looseObject({ ...choice, currency_code: z.string() })),
})
