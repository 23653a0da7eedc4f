import type { StoreProduct } from "../store-product-mapping"

/** A product of the store in which nothing is empty. */
export const fullProduct: StoreProduct = {
  id: "prod_1",
  title: "Tröja 東京",
  handle: "troja",
  description: "Varm & mjuk",
  category: { id: "cat_1", name: "Kläder" },
  options: [{ title: "Storlek" }],
  variants: [
    {
      id: "variant_1",
      title: "M",
      sku: "T-M",
      barcode: "7300000000001",
      ean: "7300000000018",
      upc: "1",
      options: { Storlek: "M" },
      price: "499.00",
      priceIncludesTax: true,
      costPrice: "120.50",
      image: "https://store.example.com/b.jpg",
    },
  ],
  taxRate: "25",
  unitName: "kg",
  images: ["https://store.example.com/a.jpg"],
}

/** Another value for each field of the store, and for each of the POS. */
export const OTHER_VALUES: Record<"store" | "pos", Record<string, unknown>> = {
  store: {
    title: "Jacka",
    handle: "jacka",
    description: "Lätt",
    category: { id: "cat_2", name: "Jackor" },
    options: [{ title: "Färg" }],
    taxRate: "12",
    unitName: "st",
    images: ["https://store.example.com/c.jpg"],
    "variants.title": "L",
    "variants.sku": "T-L",
    "variants.barcode": "7300000000002",
    "variants.ean": "7300000000003",
    "variants.upc": "4",
    "variants.price": "450",
    "variants.costPrice": "99",
    "variants.image": "https://store.example.com/c.jpg",
  },
  pos: {
    name: "Jacka",
    description: "Lätt",
    externalReference: "jacka",
    unitName: "st",
    category: { uuid: "00000000-0000-11ee-8000-000000000004", name: "Jackor" },
    vatPercentage: "12",
    createWithDefaultTax: true,
    imageLookupKeys: ["x"],
    "presentation.imageUrl": "https://images.example.com/x.jpg",
    variantOptionDefinitions: null,
    "variants.options": [],
    "variants.name": "L",
    "variants.sku": "T-L",
    "variants.barcode": "7300000000002",
    "variants.price": { amount: 45_000, currencyId: "SEK" },
    "variants.costPrice": { amount: 9_900, currencyId: "SEK" },
    "variants.presentation.imageUrl": "https://images.example.com/x.jpg",
  },
}

type Members = Record<string, unknown>

const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date)

/** A copy with another value at a path; through lists it is set in each of their items. */
export function withPath<Value extends object>(value: Value, path: string, other: unknown): Value {
  const copy = structuredClone(value)
  set(copy, path.split("."), other)
  return copy
}

function set(value: unknown, [name = "", ...rest]: string[], other: unknown): void {
  if (Array.isArray(value)) {
    value.forEach((item) => set(item, [name, ...rest], other))
  } else if (isMembers(value)) {
    if (rest.length === 0) {
      value[name] = other
    } else {
      set(value[name], rest, other)
    }
  }
}

/** Paths of members that differ, each once; items of a list stand together. */
export function changedPaths(before: unknown, after: unknown): string[] {
  return [...new Set(differing(before, after, ""))]
}

function differing(before: unknown, after: unknown, path: string): string[] {
  if (isMembers(before) || isMembers(after)) {
    const [first, second] = [isMembers(before) ? before : {}, isMembers(after) ? after : {}]
    const names = [...new Set([...Object.keys(first), ...Object.keys(second)])]
    return names.flatMap((name) => differing(first[name], second[name], path === "" ? name : `${path}.${name}`))
  }
  const lists = [before, after].map((value) => (Array.isArray(value) ? value : []))
  if (lists.some((list) => list.some(isMembers))) {
    const [first = [], second = []] = lists
    return Array.from({ length: Math.max(first.length, second.length) }).flatMap((_, index) =>
      differing(first[index], second[index], path)
    )
  }
  return JSON.stringify(before ?? null) === JSON.stringify(after ?? null) ? [] : [path]
}
