import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import type { MedusaNextFunction, MedusaRequest, MedusaResponse, MiddlewareRoute } from "@medusajs/framework/http"
import { POS_MODULE } from "../../../modules/pos"
import { PosError } from "../../../modules/pos/errors"

const metadataSchema = z.looseObject({
  pos_purchase_uuid: z.unknown().optional(),
  pos_receipt_number: z.number().nullish(),
})

const ordersSchema = z.array(z.looseObject({ metadata: metadataSchema.nullish().catch(null) }))

const paymentsSchema = z.array(
  z.looseObject({
    data: z.looseObject({ pos_payment_uuid: z.unknown().optional() }).nullish().catch(null),
    payment_collection: z.looseObject({ order: z.looseObject({ id: z.string() }).nullish() }).nullish(),
  })
)

const changesSchema = z.array(z.looseObject({ order_id: z.string().nullish() }))

/** A POS sale, by its receipt number at the POS. */
type PosReceipt = { number: number | null }

/**
 * Finds the POS sale of an imported order; null for an order of the store. The order's metadata names its purchase,
 * which works also without a receipt. The receipt names the order in case somebody has replaced the metadata.
 */
async function findReceiptOfOrder(container: MedusaContainer, orderId: string): Promise<PosReceipt | null> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order",
    fields: ["id", "metadata"],
    filters: { id: orderId },
  })
  const metadata = ordersSchema.parse(data)[0]?.metadata
  if (typeof metadata?.pos_purchase_uuid === "string") {
    return { number: metadata.pos_receipt_number ?? null }
  }
  const [receipt] = await container
    .resolve(POS_MODULE)
    .listPosReceipts({ order_id: orderId, refund: false }, { take: 1, select: ["id", "purchase_number"] })
  return receipt ? { number: receipt.purchase_number } : null
}

/**
 * Finds the POS sale of a payment; null for a payment of the store, or one that does not exist. The payment itself
 * names it, also when its order was deleted.
 */
async function findReceiptOfPayment(container: MedusaContainer, paymentId: string): Promise<PosReceipt | null> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "payment",
    fields: ["id", "data", "payment_collection.order.id"],
    filters: { id: paymentId },
  })
  const [payment] = paymentsSchema.parse(data)
  const orderId = payment?.payment_collection?.order?.id
  const receipt = orderId ? await findReceiptOfOrder(container, orderId) : null
  return receipt ?? (typeof payment?.data?.pos_payment_uuid === "string" ? { number: null } : null)
}

/** Medusa's entities that change an order, each of which names its order. */
type OrderChangeEntity = "return" | "order_claim" | "order_exchange"

/** Finds the POS sale of a return, claim or exchange; null for one of the store, or one that does not exist. */
async function findReceiptOfChange(
  container: MedusaContainer,
  entity: OrderChangeEntity,
  id: string
): Promise<PosReceipt | null> {
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity, fields: ["id", "order_id"], filters: { id } })
  const orderId = changesSchema.parse(data)[0]?.order_id
  return orderId ? findReceiptOfOrder(container, orderId) : null
}

type Find = (request: MedusaRequest) => Promise<PosReceipt | null>

const namedOrderSchema = z.looseObject({ order_id: z.string() })

const orderOfPath: Find = async (request) => findReceiptOfOrder(request.scope, request.params.id ?? "")

const paymentOfPath: Find = async (request) => findReceiptOfPayment(request.scope, request.params.id ?? "")

const orderOfBody: Find = async (request) => {
  const namedOrder = namedOrderSchema.safeParse(request.body)
  return namedOrder.success ? findReceiptOfOrder(request.scope, namedOrder.data.order_id) : null
}

const changeOfPath =
  (entity: OrderChangeEntity): Find =>
  async (request) =>
    findReceiptOfChange(request.scope, entity, request.params.id ?? "")

const TAKE_BACK = "Take the goods back at the register"

/** Medusa's own routes that would change a POS sale, and what to do instead. */
const REFUSED: { matcher: string; find: Find; instead: string }[] = [
  { matcher: "/admin/payments/:id/refund", find: paymentOfPath, instead: "Refund it at the register" },
  { matcher: "/admin/payments/:id/capture", find: paymentOfPath, instead: "It is paid already" },
  { matcher: "/admin/orders/:id/cancel", find: orderOfPath, instead: "Refund all of it at the register" },
  { matcher: "/admin/orders/:id/credit-lines", find: orderOfPath, instead: "Refund the amount at the register" },
  ...begunAndContinued("order-edits", orderOfPath, "Refund it at the register and sell what is right"),
  ...begunAndContinued("returns", changeOfPath("return"), TAKE_BACK),
  ...begunAndContinued("exchanges", changeOfPath("order_exchange"), "Exchange the goods at the register"),
  ...begunAndContinued("claims", changeOfPath("order_claim"), "Refund or exchange the goods at the register"),
  { matcher: "/store/returns", find: orderOfBody, instead: TAKE_BACK },
]

/** Returns the routes of an order change: one starts it, and those below it continue it and may name no order. */
function begunAndContinued(name: string, find: Find, instead: string) {
  return [
    { matcher: `/admin/${name}`, find: orderOfBody, instead },
    { matcher: `/admin/${name}/:id`, find, instead },
    { matcher: `/admin/${name}/:id/*`, find, instead },
  ]
}

/**
 * Rejects changes that would record returned money or goods without the POS. Changes made at the register are imported
 * automatically.
 * @throws PosError `pos_change_at_pos`, with what to do instead
 */
const refuse =
  (find: Find, instead: string) =>
  async (request: MedusaRequest, _response: MedusaResponse, next: MedusaNextFunction): Promise<void> => {
    const receipt = await find(request)
    if (receipt) {
      const sale = receipt.number === null ? "This" : `Receipt ${receipt.number}`
      throw new PosError(
        "pos_change_at_pos",
        `${sale} was sold over the POS, and changing it here would move no money. ${instead}; it appears here by itself.`
      )
    }
    next()
  }

export const posOrderMiddlewares: MiddlewareRoute[] = REFUSED.map(({ matcher, find, instead }) => ({
  matcher,
  methods: ["POST" as const],
  middlewares: [refuse(find, instead)],
}))
