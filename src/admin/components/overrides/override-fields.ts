import type { Overrides } from "../../lib/answers/product-link"

/** What stands in the fields of a product's overrides; "" for the shop's own. */
export type OverrideFields = {
  name: string
  category: string
  price: string
  variants: Record<string, { price: string; barcode: string }>
}

/** The fields as they stand, with one for each of the product's variants. */
export function fieldsOf(overrides: Overrides | null | undefined, variantIds: string[]): OverrideFields {
  const { name = "", category = "", price = "", variants = {} } = overrides ?? {}
  return {
    ...{ name, category, price },
    variants: Object.fromEntries(
      variantIds.map((id) => [id, { price: variants[id]?.price ?? "", barcode: variants[id]?.barcode ?? "" }])
    ),
  }
}

/** What the fields come to; null when nothing differs from the shop's own. A price may be written with a comma. */
export function overridesOf({ name, category, price, variants }: OverrideFields): Overrides | null {
  const own = Object.fromEntries(
    Object.entries(variants)
      .map(([id, fields]) => [id, filled({ price: decimal(fields.price), barcode: fields.barcode })] as const)
      .filter(([, fields]) => Object.keys(fields).length > 0)
  )
  const overrides = {
    ...filled({ name, category, price: decimal(price) }),
    ...(Object.keys(own).length > 0 ? { variants: own } : {}),
  }
  return Object.keys(overrides).length > 0 ? overrides : null
}

const decimal = (text: string) => text.trim().replace(",", ".")

const filled = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, text]) => (text.trim() ? [[name, text.trim()]] : [])))
