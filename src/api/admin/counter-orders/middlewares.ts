import {
  type MedusaNextFunction,
  type MedusaRequest,
  type MedusaResponse,
  type MiddlewareRoute,
} from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import {
  type CounterReceipt,
  findReceiptOfChange,
  findReceiptOfOrder,
  findReceiptOfPayment,
  type OrderChangeEntity,
} from "./find-counter-receipt"

type Find = (request: MedusaRequest) => Promise<CounterReceipt | null>

const namedOrderSchema = z.looseObject({ order_id: z.string() })

const orderOfPath: Find = async (request) => findReceiptOfOrder(request.scope, request.params.id ?? "")

const paymentOfPath: Find = async (request) => findReceiptOfPayment(request.scope, request.params.id ?? "")

const orderOfBody: Find = async (request) => {
  const named = namedOrderSchema.safeParse(request.body)
  return named.success ? findReceiptOfOrder(request.scope, named.data.order_id) : null
}

const changeOfPath =
  (entity: OrderChangeEntity): Find =>
  async (request) =>
    findReceiptOfChange(request.scope, entity, request.params.id ?? "")

const TAKE_BACK = "Take the goods back at the register"

/** Medusa's own routes that would change a sale of the counter, and what to do instead. */
const REFUSED: { matcher: string; find: Find; instead: string }[] = [
  { matcher: "/admin/payments/:id/refund", find: paymentOfPath, instead: "Refund it at the till" },
  { matcher: "/admin/payments/:id/capture", find: paymentOfPath, instead: "It is paid already" },
  { matcher: "/admin/orders/:id/cancel", find: orderOfPath, instead: "Refund all of it at the till" },
  { matcher: "/admin/orders/:id/credit-lines", find: orderOfPath, instead: "Refund the amount at the till" },
  ...begunAndContinued("order-edits", orderOfPath, "Refund it at the till and sell what is right"),
  ...begunAndContinued("returns", changeOfPath("return"), TAKE_BACK),
  ...begunAndContinued("exchanges", changeOfPath("order_exchange"), "Exchange the goods at the till"),
  ...begunAndContinued("claims", changeOfPath("order_claim"), "Refund or exchange the goods at the till"),
  { matcher: "/store/returns", find: orderOfBody, instead: TAKE_BACK },
]

/** A change of an order is begun by one route, and continued by those below it, which may name no order. */
function begunAndContinued(name: string, find: Find, instead: string) {
  return [
    { matcher: `/admin/${name}`, find: orderOfBody, instead },
    { matcher: `/admin/${name}/:id`, find, instead },
    { matcher: `/admin/${name}/:id/*`, find, instead },
  ]
}

/**
 * Refuses what would show money or goods going back that the till knows nothing of. What is done at the till comes into
 * the shop by itself.
 * @throws MedusaError NOT_ALLOWED, with what to do instead
 */
const refuse =
  (find: Find, instead: string) =>
  async (request: MedusaRequest, _response: MedusaResponse, next: MedusaNextFunction): Promise<void> => {
    const receipt = await find(request)
    if (receipt) {
      const sale = receipt.number === null ? "This" : `Receipt ${receipt.number}`
      throw new MedusaError(
        MedusaError.Types.NOT_ALLOWED,
        `${sale} was sold over the counter, and changing it here would move no money. ${instead}; it appears here by itself.`
      )
    }
    next()
  }

export const counterOrderMiddlewares: MiddlewareRoute[] = REFUSED.map(({ matcher, find, instead }) => ({
  ...{ matcher, methods: ["POST" as const] },
  middlewares: [refuse(find, instead)],
}))
