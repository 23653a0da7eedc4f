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

/** `GET /admin/products/:id`, of Medusa itself: a product's variants */
export const productVariantsAnswerSchema = z.looseObject({
  product: z.looseObject({
    title: z.string(),
    variants: z
      .array(z.looseObject({ id: z.string(), title: z.string().nullish(), barcode: z.string().nullish() }))
      .nullish(),
  }),
})

/** `GET /admin/inventory-items/:id`, of Medusa itself */
export const inventoryItemAnswerSchema = z.looseObject({
  inventory_item: z.looseObject({
    variants: z
      .array(z.looseObject({ id: z.string(), title: z.string().nullish(), product_id: z.string().nullish() }))
      .nullish(),
  }),
})

/** `GET /admin/product-variants`, of Medusa itself */
export const variantsAnswerSchema = z.looseObject({
  variants: z.array(
    z.looseObject({
      id: z.string(),
      title: z.string().nullish(),
      product_id: z.string().nullish(),
      product: z.looseObject({ title: z.string().nullish() }).nullish(),
    })
  ),
})

/** A variant as people know it. */
export type NamedVariant = { id: string; name: string; productId: string | null }

/** A customer of the store, as Medusa returns them. */
export const customerSchema = z.looseObject({
  id: z.string(),
  email: z.string().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
})

/** `GET /admin/customers`, of Medusa itself */
export const customersAnswerSchema = z.looseObject({ customers: z.array(customerSchema) })

export type Customer = z.infer<typeof customerSchema>

/** What a customer is called; one without a name by their address. */
export const customerName = ({ id, email, first_name, last_name }: Customer): string =>
  [first_name, last_name].filter(Boolean).join(" ") || email || id
