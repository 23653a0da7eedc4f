import { z } from "zod"
import { brandNames, DEFAULT_BRAND, productSchema, purchaseSchema } from "../../pos-api/contract"
import type { PosProduct, Purchase } from "../../pos-api/contract"
import type { Cassette, Interaction } from "./cassette"

const profileSchema = z.looseObject({
  currency: z.string().length(3),
  country: z.string().length(2),
  timeZone: z.string().optional(),
  taxationType: z.string().optional(),
  taxationMode: z.string().optional(),
})

const jsonOf = ({ response }: Interaction): unknown =>
  response.body && "json" in response.body ? response.body.json : null

/** Whatever stands anywhere in an answer. */
function* objectsIn(value: unknown): Generator<object> {
  if (typeof value === "object" && value !== null) {
    yield value
    for (const item of Object.values(value)) {
      yield* objectsIn(item)
    }
  }
}

/** The merchant's profile, as far as it makes a difference. */
export function profileIn({ interactions }: Cassette) {
  const found = interactions
    .filter(({ path, status }) => path.startsWith("/api/resources/organizations/") && status === 200)
    .map((interaction) => profileSchema.safeParse(jsonOf(interaction)))
    .find(({ success }) => success)
  const { country, currency, timeZone, ...taxation } = found?.data ?? { country: "SE", currency: "SEK" }
  const { taxationType = null, taxationMode = null } = z
    .object({ taxationType: z.string().nullish(), taxationMode: z.string().nullish() })
    .parse(taxation)
  return { country, currency, ...(timeZone ? { timeZone } : {}), taxationType, taxationMode }
}

/** Products that were there before anybody made them. */
export function productsIn({ interactions }: Cassette): PosProduct[] {
  const products = new Map<string, PosProduct>()
  const made = new Set<string>()
  for (const interaction of interactions) {
    const { request, method, status } = interaction
    const isRead = method === "GET" && status === 200 && interaction.path.startsWith("/organizations/")
    for (const object of isRead ? objectsIn(jsonOf(interaction)) : []) {
      const product = productSchema.safeParse(object)
      if (
        product.success &&
        product.data.variants?.length &&
        !products.has(product.data.uuid) &&
        !made.has(product.data.uuid)
      ) {
        products.set(product.data.uuid, product.data)
      }
    }
    const sent = request.body && "json" in request.body ? request.body.json : null
    for (const object of method === "POST" ? objectsIn(sent) : []) {
      if ("uuid" in object && typeof object.uuid === "string") {
        made.add(object.uuid)
      }
    }
  }
  return [...products.values()]
}

/** Purchases in the order in which they were made. */
export function purchasesIn({ interactions }: Cassette): Purchase[] {
  const purchases = new Map<string, Purchase>()
  for (const interaction of interactions) {
    for (const object of objectsIn(jsonOf(interaction))) {
      const purchase = "purchaseUUID1" in object ? purchaseSchema.safeParse(object) : null
      if (purchase?.success) {
        purchases.set(purchase.data.purchaseUUID1, purchase.data)
      }
    }
  }
  return [...purchases.values()].sort((one, other) => (one.purchaseNumber ?? 0) - (other.purchaseNumber ?? 0))
}

/** The word that the service has in its names, as its payment types tell. */
export function brandIn(cassette: Cassette): string {
  const { card, cash } = brandNames("(.+)").paymentTypes
  const types = purchasesIn(cassette).flatMap(({ payments }) => payments.map(({ type }) => type))
  for (const type of types) {
    const brand = new RegExp(`^(?:${card}|${cash})$`, "i").exec(type)
    if (brand) {
      return brand[1] ?? brand[2] ?? DEFAULT_BRAND
    }
  }
  return DEFAULT_BRAND
}
