import { OPERATIONS } from "../../packages/pos-sandbox/src/openapi/build-document"
import type { SeededRandom } from "../../packages/pos-sandbox/src/seed/random"
import { oddText, oddValue } from "./values"

/** What the fuzzed organization knows; mutated calls are woven from it. */
export type Known = {
  organizationUuid: string
  productUuid: string
  variantUuid: string
  purchaseUuid: string
  inventories: string[]
  newUuid: () => string
}

export type Call = { method: string; path: string; body: unknown; isControl: boolean }

/** Bodies that would be right; the run bends them. */
function bodyOf(id: string, random: SeededRandom, known: Known): unknown {
  const { productUuid, variantUuid, newUuid } = known
  const [from = "", to = ""] = [random.pick(["0", "1", "2", "3"]), random.pick(["0", "1", "2", "3"])].map(
    (index) => known.inventories[Number(index)]
  )
  const product = {
    uuid: random.chance(0.5) ? newUuid() : productUuid,
    name: "Tröja",
    vatPercentage: "25",
    variants: [{ uuid: newUuid(), name: "M", price: { amount: 100, currencyId: "SEK" } }],
  }
  const image = { imageFormat: "PNG", imageUrl: oddText(random) }
  const bodies: Record<string, unknown> = {
    createProduct: product,
    updateProduct: product,
    importProducts: { products: [product, product] },
    importImage: image,
    importImages: { imageUploads: [image, image] },
    createSubscription: {
      uuid: newUuid(),
      transportName: "WEBHOOK",
      eventNames: [],
      destination: "http://127.0.0.1:1/nobody",
      contactEmail: "a@example.com",
    },
    updateSubscription: { eventNames: ["ProductCreated"], contactEmail: "b@example.com" },
    changeTracking: [{ productUuid, tracking: random.pick(["enable", "disable"]) }],
    moveStock: { identifier: newUuid(), movements: [{ productUuid, variantUuid, from, to, change: 1 }] },
    startTracking: { productUuid },
    changeInventory: {
      changes: [{ productUuid, variantUuid, fromLocationUuid: from, toLocationUuid: to, change: "1" }],
    },
    createVariant: { uuid: newUuid(), name: "L", price: { amount: 200, currencyId: "SEK" } },
    updateVariant: { uuid: variantUuid, name: "XL", price: { amount: 300, currencyId: "SEK" } },
    createCategoryOlder: { uuid: newUuid(), name: "Skafferi" },
    createCategories: { categories: [{ uuid: newUuid(), name: "Skafferi" }] },
    renameCategory: { name: "Frukt" },
    createDiscount: { uuid: newUuid(), name: "Rea", percentage: "10" },
    updateDiscount: { name: "Rea", amount: { amount: 100, currencyId: "SEK" } },
    createSlug: { productName: "Äpplen", productUuid },
    changeInventoryInBulk: { productChanges: [{ productUuid, trackingStatusChange: "START_TRACKING" }] },
  }
  return bodies[id] ?? oddValue(random)
}

function serviceCall(random: SeededRandom, known: Known): Call {
  const operation = OPERATIONS[random.between(0, OPERATIONS.length - 1)] ?? OPERATIONS[0]
  if (!operation) {
    throw new Error("The document names no operation")
  }
  const values: Record<string, string> = {
    organizationUuid: random.chance(0.7) ? "self" : known.organizationUuid,
    productUuid: known.productUuid,
    variantUuid: known.variantUuid,
    purchaseUuid: known.purchaseUuid,
    accountTypeGroup: random.pick(["liquid", "PRELIMINARY", "other"]),
    inventoryUuid: known.inventories[0] ?? "",
    locationUuid: known.inventories[0] ?? "",
  }
  const path = operation.path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(random.chance(0.2) ? oddText(random) : (values[name] ?? known.newUuid()))
  )
  const query = (operation.parameters ?? [])
    .filter((parameter) => parameter.in === "query" && random.chance(0.6))
    .map(({ name }) => `${name}=${encodeURIComponent(random.chance(0.5) ? oddText(random) : sample(random, name))}`)
  const body = ["post", "put", "patch"].includes(operation.method) ? bodyOf(operation.id, random, known) : undefined
  const address = query.length > 0 ? `${path}?${query.join("&")}` : path
  return { method: operation.method.toUpperCase(), path: address, body, isControl: false }
}

function sample(random: SeededRandom, name: string): string {
  const samples: Record<string, string> = { limit: "2", offset: "1", start: "2020-01-01T00:00:00.000Z" }
  return samples[name] ?? random.pick(["true", "2026-01-01", "2030-01-01T00:00:00Z", "PAYMENT"])
}

function controlCall(random: SeededRandom, known: Known): Call {
  const { organizationUuid, productUuid, variantUuid, purchaseUuid } = known
  const price = { amount: random.between(0, 900), currencyId: "SEK" }
  const odd = () => encodeURIComponent(oddText(random))
  const calls: [string, string, unknown?][] = [
    [
      "POST",
      "/sales",
      { organizationUuid, items: [{ variantUuid, quantity: "0.350" }], tip: 100, discounts: [{ percentage: 5 }] },
    ],
    [
      "POST",
      "/sales",
      { organizationUuid, items: [{ type: "gift-card", amount: 100 }], payments: [{ method: "cash" }] },
    ],
    ["POST", "/sales", { organizationUuid, items: [{ type: "custom-amount", amount: 100 }], serviceCharge: {} }],
    ["POST", "/refunds", { organizationUuid, purchaseUuid, items: [{ row: 0, quantity: "0.001" }] }],
    ["POST", "/refunds", { organizationUuid, purchaseUuid, customAmount: 1 }],
    ["POST", "/stock", { organizationUuid, productUuid, variantUuid, change: "1.5" }],
    ["POST", "/products", { organizationUuid, productUuid, patch: { variants: [{ uuid: variantUuid, price }] } }],
    ["GET", `/products?organizationUuid=${organizationUuid}&limit=3&q=t`],
    ["GET", `/purchases?organizationUuid=${organizationUuid}&limit=2`],
    ["GET", `/deliveries?organizationUuid=${organizationUuid}`],
    ["PATCH", `/organizations/${organizationUuid}`, { name: "Åsas", vatPercentage: 12 }],
    ["PATCH", "/settings", { payloadForm: "object" }],
    ["POST", "/account-transactions", { organizationUuid, type: "ADJUSTMENT", amount: -5 }],
    ["POST", "/clock", { advance: random.between(0, 600) }],
    ["PUT", "/snapshot", {}],
    ["GET", `/requests?path=${odd()}&body=${odd()}&limit=${random.pick(["3", "0", odd()])}`],
    [
      "GET",
      `/requests?since=${random.pick(["1", "2026-01-01T00:00:00Z", odd()])}&status=${random.pick(["4xx", odd()])}`,
    ],
    ["GET", `/requests?descending=true&before=${random.pick(["40", odd()])}&method=${odd()}&limit=5`],
    ["DELETE", "/requests"],
    ["GET", "/budgets/left"],
    ["POST", `/deliveries/${odd()}/resend`],
    ["GET", "/nowhere"],
  ]
  const [method, path, body] = calls[random.between(0, calls.length - 1)] ?? ["GET", "/clock"]
  return { method, path: `/_sandbox${path}`, body, isControl: true }
}

/** A call of the POS, or of the POS. */
export function anyCall(random: SeededRandom, known: Known): Call {
  return random.chance(0.75) ? serviceCall(random, known) : controlCall(random, known)
}
