import { v1 as uuidVersion1 } from "uuid"

export const aVariant = (change: object = {}) => ({
  uuid: uuidVersion1(),
  name: "M",
  sku: "T-M",
  price: { amount: 49_900, currencyId: "SEK" },
  ...change,
})

/** A product with one variant at 499.00 SEK and the VAT of Finland. */
export function aProduct(change: object = {}) {
  return { uuid: uuidVersion1(), name: "Tröja 東京", vatPercentage: "25.5", variants: [aVariant()], ...change }
}

export const manyVariants = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ uuid: uuidVersion1(), name: `Storlek ${index}` }))

/** Definitions and one variant a value. */
export const withOptions = (values: string[], name = "Storlek") => ({
  variantOptionDefinitions: { definitions: [{ name, properties: values.map((value) => ({ value })) }] },
  variants: values.map((value) => ({ uuid: uuidVersion1(), options: [{ name, value }] })),
})
