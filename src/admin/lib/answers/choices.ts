import { z } from "zod"

const choice = { id: z.string(), name: z.string() }

/** Lists of Medusa itself that a connection chooses from. */
export const salesChannelsAnswerSchema = z.looseObject({ sales_channels: z.array(z.looseObject(choice)) })
export const stockLocationsAnswerSchema = z.looseObject({ stock_locations: z.array(z.looseObject(choice)) })
export const regionsAnswerSchema = z.looseObject({
  regions: z.array(z.looseObject({ ...choice, currency_code: z.string() })),
})
export const priceListsAnswerSchema = z.looseObject({
  price_lists: z
    .array(z.looseObject({ id: z.string(), title: z.string() }))
    .transform((lists) => lists.map(({ id, title }) => ({ id, name: title }))),
})
