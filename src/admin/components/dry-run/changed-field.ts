/** The service's members, by the field as a person knows it: the texts' `fields.…`. */
const FIELDS = new Map([
  ["name", "name"],
  ["description", "description"],
  ["category", "category"],
  ["unitName", "unitName"],
  ["vatPercentage", "tax"],
  ["createWithDefaultTax", "defaultTax"],
  ["price", "price"],
  ["costPrice", "costPrice"],
  ["barcode", "barcode"],
  ["sku", "sku"],
  ["imageLookupKeys", "images"],
  ["presentation", "image"],
  ["variantOptionDefinitions", "options"],
  ["options", "options"],
  ["externalReference", "reference"],
])

/** A changed field. `text`: a key among the texts' fields; null: the service's own word, `member`, is all there is. */
export type ChangedField = { variant: string | null; text: string | null; member: string | null }

const ofProduct = (member: string): ChangedField => ({ variant: null, text: FIELDS.get(member) ?? null, member })

/**
 * Reads what a dry run names: a member of the product, `variants.M / Röd.price` of a variant, or `variants.M / Röd` for a
 * whole one that comes or goes.
 */
export function readChangedField(field: string): ChangedField {
  const [, named] = /^variants\.(.+)$/s.exec(field) ?? []
  if (named === undefined) {
    return ofProduct(field)
  }
  const dot = named.lastIndexOf(".")
  const member = named.slice(dot + 1)
  const text = FIELDS.get(member)
  return dot === -1 || text === undefined
    ? { variant: named, text: null, member: null }
    : { variant: named.slice(0, dot), text, member }
}
