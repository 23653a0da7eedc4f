import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { BigNumber } from "bignumber.js"
import { z } from "zod"
import { type ImportedOrderState, orderLineMetadataSchema } from "../orders"
import { serviceMethod } from "./service-rows"

/** A number of a module: a number, text, or an object of Medusa that converts itself. */
const decimal = z
  .unknown()
  .optional()
  .transform((value) => new BigNumber(Number(value ?? 0)).toFixed())

const itemSchema = z.object({
  id: z.string(),
  title: z.string(),
  unit_price: decimal,
  quantity: decimal,
  is_tax_inclusive: z.boolean(),
  metadata: orderLineMetadataSchema,
  detail: z.object({ return_received_quantity: decimal, return_dismissed_quantity: decimal }),
  tax_lines: z
    .array(z.object({ rate: decimal }))
    .nullish()
    .transform((lines) => lines ?? []),
  adjustments: z
    .array(z.object({ amount: decimal, is_tax_inclusive: z.boolean().nullish() }))
    .nullish()
    .transform((adjustments) => adjustments ?? []),
})

const orderSchema = z.object({
  id: z.string(),
  version: z.number(),
  currency_code: z.string(),
  summary: z.object({
    paid_total: decimal,
    refunded_total: decimal,
    credit_line_total: decimal,
    current_order_total: decimal,
  }),
  items: z.array(itemSchema),
})

const paymentSchema = z.object({
  id: z.string(),
  amount: decimal,
  data: z.looseObject({ pos_payment_uuid: z.string().nullish() }).nullish(),
  refunds: z
    .array(z.object({ amount: decimal }))
    .nullish()
    .transform((refunds) => refunds ?? []),
})

const paidSchema = z.object({
  id: z.string(),
  payment_collections: z
    .array(z.object({ id: z.string(), payments: z.array(paymentSchema).nullish() }).nullish())
    .nullish()
    .transform((collections) =>
      (collections ?? []).filter((collection) => collection !== null && collection !== undefined)
    ),
})

const PAYMENT_FIELDS = [
  "id",
  "payment_collections.id",
  "payment_collections.payments.id",
  "payment_collections.payments.amount",
  "payment_collections.payments.data",
  "payment_collections.payments.refunds.amount",
]

/** As `readImportedOrders`, by Medusa's services: orders at their current version, without deleted ones. */
export async function readOrdersByServices(
  container: MedusaContainer,
  orderIds: string[]
): Promise<Map<string, ImportedOrderState>> {
  const foundOrders = await serviceMethod(
    container,
    Modules.ORDER,
    "listOrders"
  )(
    { id: orderIds },
    {
      select: ["id", "version", "currency_code"],
      relations: ["items", "items.tax_lines", "items.adjustments", "summary"],
      take: orderIds.length,
    }
  )
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({ entity: "order", fields: PAYMENT_FIELDS, filters: { id: orderIds } })
  const paid = new Map(
    z
      .array(paidSchema)
      .parse(data)
      .map((order) => [order.id, order.payment_collections])
  )
  const orders = z.array(orderSchema).parse(foundOrders)
  return new Map(
    orders.map(({ id, version, currency_code, summary, items }): [string, ImportedOrderState] => [
      id,
      {
        id,
        version,
        currency_code,
        summary,
        lines: items.map(toLine).sort(inReceiptOrder),
        payments: (paid.get(id) ?? [])
          .flatMap((collection) => (collection.payments ?? []).map((payment) => toPayment(collection.id, payment)))
          .sort(byId),
      },
    ])
  )
}

type Line = ImportedOrderState["lines"][number]

const toLine = (item: z.output<typeof itemSchema>): Line => ({
  id: item.id,
  title: item.title,
  unit_price: item.unit_price,
  quantity: item.quantity,
  returned: new BigNumber(item.detail.return_received_quantity).plus(item.detail.return_dismissed_quantity).toFixed(),
  is_tax_inclusive: item.is_tax_inclusive,
  rate: BigNumber.sum(0, ...item.tax_lines.map(({ rate }) => rate)).toFixed(),
  adjustments: item.adjustments.map(({ amount, is_tax_inclusive }) => ({
    amount,
    is_tax_inclusive: is_tax_inclusive ?? false,
  })),
  metadata: item.metadata,
})

const positionSchema = z.number().catch(Number.MAX_SAFE_INTEGER)

const getPosition = ({ metadata }: Line) => positionSchema.parse(metadata?.pos_position)

const byId = (left: { id: string }, right: { id: string }) => (left.id < right.id ? -1 : 1)

const inReceiptOrder = (left: Line, right: Line) => getPosition(left) - getPosition(right) || byId(left, right)

function toPayment(
  collectionId: string,
  payment: z.output<typeof paymentSchema>
): ImportedOrderState["payments"][number] {
  const refunded = BigNumber.sum(0, ...payment.refunds.map(({ amount }) => amount))
  return {
    id: payment.id,
    payment_collection_id: collectionId,
    pos_payment_uuid: payment.data?.pos_payment_uuid ?? null,
    left: new BigNumber(payment.amount).minus(refunded).toFixed(),
  }
}
