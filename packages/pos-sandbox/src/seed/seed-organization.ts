import { z } from "zod"
import type { PosProduct } from "../../../../src/pos-api/contract"
import type { SandboxContext } from "../context/sandbox-context"
import { HttpError } from "../http/http-error"
import { issueApiKey } from "../oauth/tokens"
import { storeProduct } from "../products/product-library"
import { countPurchases } from "../purchases/purchase-book"
import type { OrganizationState } from "../state/organization"
import { seededIds, SeededRandom, shopMoments } from "./random"
import { seedPurchases } from "./seed-purchases"

/** What to fill an organization with. The same seed gives the same goods and the same receipts. */
export const seedSchema = z.looseObject({
  seed: z.number().int().min(0).max(4_294_967_295).default(1),
  products: z.number().int().min(0).max(200_000).default(60),
  purchases: z.number().int().min(0).max(500_000).default(0),
  /** the receipts are spread over the opening hours of so many days up to now; history is three years */
  days: z.number().int().min(1).max(1_095).default(1_095),
  /** of every sale, so many are refunded later, whole or in part */
  refundShare: z.number().min(0).max(1).default(0.03),
  /** how much busier the last day is than the first: 0.5 is half as much again */
  growth: z.number().min(0).max(10).default(0),
})

export type SeedInput = z.output<typeof seedSchema>

const DAY_MS = 86_400_000

/**
 * Fills an organization with goods and receipts. Nobody is notified of the receipts and no stock moves: this is the past.
 * @throws HttpError 409 when it has receipts already, since older ones would come after them in the list
 */
export function seedOrganization(context: SandboxContext, organization: OrganizationState, input: SeedInput) {
  if (input.purchases > 0 && countPurchases(organization.purchases) > 0) {
    throw new HttpError(409, "CONFLICT", "The organization has purchases; seed one that has none")
  }
  const random = new SeededRandom(input.seed)
  const now = context.clock.now()
  const from = new Date(now.getTime() - input.days * DAY_MS)
  for (const product of seedProducts(organization, random, input.products, from)) {
    storeProduct(context, organization, product)
  }
  if (input.purchases > 0) {
    if (organization.ledger.liquid.length === 0) {
      // The empty account was settled before these receipts existed: they are still to be paid out, day by day.
      organization.ledger.settledUntil = null
    }
    const time = { from: from.getTime(), until: now.getTime(), timeZone: organization.profile.timeZone ?? "UTC" }
    const { purchases: count, growth } = input
    // Its own chance, so that what was bought does not hang on when.
    const moments = shopMoments(new SeededRandom(input.seed + 1), { count, growth, ...time })
    const plan = { moments, refundShare: input.refundShare }
    seedPurchases({ ...context, ids: seededIds(random) }, organization, random, plan)
  }
  return { products: organization.products.size, purchases: countPurchases(organization.purchases) }
}

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

/** Products of a store that sells a bit of everything: with sizes, by weight, at several rates of VAT. */
function* seedProducts(
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

/** An organization with a valid API key. */
export type OpenShop = {
  name: string
  /** ISO 4217 code */
  currency: string
  organizationUuid: string
  clientId: string
  apiKey: string
}

/** Every organization that has a key, with the first one that is valid. */
export function openShops(context: SandboxContext): OpenShop[] {
  return [...context.state.organizations.values()].flatMap((organization) => {
    const { uuid, profile, credentials } = organization
    const credential = [...credentials.values()].find(({ kind, revoked }) => kind === "api-key" && !revoked)
    const apiKey = credential && issueApiKey(context, { organization, credential })
    const { name, currency } = profile
    return apiKey
      ? [{ name: name ?? "", currency: currency ?? "", organizationUuid: uuid, clientId: credential.clientId, apiKey }]
      : []
  })
}

/** Digits of a currency's minor unit, as the runtime knows them; good enough for prices that are made up. */
function currencyDigits(currencyId: string): number {
  return (
    new Intl.NumberFormat("en", { style: "currency", currency: currencyId }).resolvedOptions().maximumFractionDigits ??
    2
  )
}
