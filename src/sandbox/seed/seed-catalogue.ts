import { currencyDigits } from "./currency-digits"
import type { PosProduct } from "../../pos-api/contract"
import type { OrganizationState } from "../state/organization"
import type { SeededRandom } from "./random"
import { seededIds } from "./seeded-ids"

type Kind = {
  category: string
  names: readonly [string, ...string[]]
  sizes: readonly string[]
  /** in whole units of the currency, before its digits are applied */
  prices: [number, number]
  vat: string
  unitName: string | null
}

const KINDS: readonly [Kind, ...Kind[]] = [
  {
    category: "Kläder",
    names: ["Stickad tröja", "Linneskjorta", "Regnjacka", "Ullmössa", "T-shirt 東京"],
    sizes: ["XS", "S", "M", "L", "XL"],
    prices: [149, 1_999],
    vat: "25",
    unitName: null,
  },
  {
    category: "Kök",
    names: ["Kaffekopp", "Bryggkanna", "Skärbräda av ek", "Äggkopp", "Tekanna"],
    sizes: [],
    prices: [79, 899],
    vat: "25",
    unitName: null,
  },
  {
    category: "Skafferi",
    names: ["Kaffebönor", "Grönt te", "Havssalt", "Honung från Öland", "Müsli"],
    sizes: ["250 g", "500 g"],
    prices: [39, 259],
    vat: "12",
    unitName: null,
  },
  {
    category: "Lösvikt",
    names: ["Äpplen", "Nötter", "Lakrits", "Ost", "Potatis"],
    sizes: [],
    prices: [19, 399],
    vat: "12",
    unitName: "kg",
  },
  {
    category: "Böcker",
    names: ["Kokbok", "Resedagbok", "Ordbok", "Seriealbum", "Diktsamling"],
    sizes: [],
    prices: [99, 349],
    vat: "6",
    unitName: null,
  },
]

/** Products of a shop that sells a bit of everything: with sizes, by weight, at several rates of VAT. */
export function* seedProducts(
  organization: OrganizationState,
  random: SeededRandom,
  count: number,
  at: Date
): Generator<PosProduct> {
  const currencyId = organization.profile.currency ?? "EUR"
  const factor = 10 ** currencyDigits(currencyId)
  const ids = seededIds(random)
  const categories = new Map(KINDS.map(({ category }) => [category, ids.timed(at)]))
  for (let number = 1; number <= count; number++) {
    const kind = random.pick(KINDS)
    const amount = random.between(...kind.prices) * factor
    const sizes = kind.sizes.length > 0 ? kind.sizes.slice(0, random.between(1, kind.sizes.length)) : [null]
    yield {
      uuid: ids.timed(at),
      name: `${random.pick(kind.names)} ${number}`,
      description: null,
      category: { uuid: categories.get(kind.category) ?? "", name: kind.category },
      externalReference: `seed-${number}`,
      unitName: kind.unitName,
      vatPercentage: organization.profile.taxationType === "VAT" ? kind.vat : null,
      variantOptionDefinitions:
        kind.sizes.length > 0
          ? { definitions: [{ name: "Storlek", properties: sizes.flatMap((size) => (size ? [{ value: size }] : [])) }] }
          : null,
      variants: sizes.map((size, index) => ({
        uuid: ids.timed(at),
        name: size,
        sku: `S-${number}-${index + 1}`,
        barcode: String(2_000_000_000_000 + number * 100 + index),
        price: { amount, currencyId },
        options: size === null ? null : [{ name: "Storlek", value: size }],
      })),
    }
  }
}
