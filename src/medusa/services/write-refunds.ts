import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { BigNumber } from "bignumber.js"
import { z } from "zod"
import type { TableRows } from "../order-tables"
import { createMissing, findMissing, serviceMethod, type ServiceRow, serviceRowFinder } from "./service-rows"

/**
 * Applies one refund to its sale's order by Medusa's module services, from the rows that SQL would write (see
 * `toRefundRows`): the return, one confirmed change of the order with the returned lines and the credit, the refunds of
 * its payments and its transactions. Medusa computes the order's next version itself. What exists is left out, so a
 * write that was interrupted is completed when it is repeated.
 */
export async function writeRefundByServices(
  container: MedusaContainer,
  { orderId, tables }: { orderId: string; tables: TableRows }
): Promise<void> {
  const getRows = serviceRowFinder(tables)
  await createMissing(container, getRows("return"), {
    module: Modules.ORDER,
    list: "listReturns",
    create: "createReturns",
  })
  await createMissing(container, getRows("return_item"), {
    module: Modules.ORDER,
    list: "listReturnItems",
    create: "createReturnItems",
  })
  await changeOrder(container, orderId, getRows)
  await refundPayments(container, orderId, getRows)
  await addDifference(container, orderId, getRows)
}

type RowsOf = (table: string) => ServiceRow[]

const changeSchema = z.object({ id: z.string(), status: z.string() })

/**
 * Changes the order by one order change. Its id is known, so an order that was changed before is not changed twice. A
 * refund that changes nothing of the order, but its payments, has none.
 */
async function changeOrder(container: MedusaContainer, orderId: string, rowsOf: RowsOf): Promise<void> {
  const [first] = rowsOf("order_change")
  const [difference] = rowsOf("order_line_item")
  const rounding = rowsOf("order_line_item_adjustment").filter(({ item_id }) => item_id !== difference?.id)
  const actions = [
    ...toActions(rowsOf("order_change_action")),
    ...(await toRoundingActions(container, orderId, rounding)),
  ]
  if (actions.length > 0) {
    const change = first ?? toOwnChange(rowsOf)
    const storedChanges = await serviceMethod(container, Modules.ORDER, "listOrderChanges")({ id: [String(change.id)] })
    const [storedChange] = z.array(changeSchema).parse(storedChanges)
    if (!storedChange) {
      await serviceMethod(
        container,
        Modules.ORDER,
        "createOrderChange"
      )({
        id: change.id,
        order_id: orderId,
        return_id: change.return_id,
        change_type: change.change_type,
        created_at: change.created_at,
        actions,
      })
    }
    if (storedChange?.status !== "confirmed") {
      await serviceMethod(container, Modules.ORDER, "confirmOrderChange")(change.id)
    }
  }
  await nameCreditLines(container, orderId, rowsOf("order_credit_line"))
}

/** A change for rounding alone, for which SQL writes none. Its id follows from the refund's rows. */
function toOwnChange(rowsOf: RowsOf): ServiceRow {
  const [summary] = rowsOf("order_summary")
  return { id: String(summary?.id).replace(/^ordsum_/, "ordch_"), return_id: null, change_type: "edit" }
}

/** Actions of all changes that SQL writes, as one change has them. */
function toActions(rows: ServiceRow[]): ServiceRow[] {
  return rows.map(({ id, action, reference, reference_id, return_id, details, amount, created_at }) => ({
    id,
    action,
    reference,
    reference_id,
    return_id,
    details,
    created_at,
    ...(amount === undefined ? {} : { amount }),
  }))
}

const adjustedSchema = z.array(
  z.looseObject({
    items: z.array(
      z.looseObject({ id: z.string(), adjustments: z.array(z.record(z.string(), z.unknown())).nullish() })
    ),
  })
)

/** The action that adds rounding to the adjustments of a line, which a change replaces as a whole. */
async function toRoundingActions(
  container: MedusaContainer,
  orderId: string,
  rounding: ServiceRow[]
): Promise<ServiceRow[]> {
  if (rounding.length === 0) {
    return []
  }
  const orders = await serviceMethod(
    container,
    Modules.ORDER,
    "listOrders"
  )({ id: [orderId] }, { select: ["id"], relations: ["items", "items.adjustments"] })
  const items = adjustedSchema.parse(orders).flatMap((order) => order.items)
  return rounding.map(({ item_id, code, description, is_tax_inclusive, amount }) => ({
    action: "ITEM_ADJUSTMENTS_REPLACE",
    details: {
      reference_id: item_id,
      adjustments: [
        ...(items.find(({ id }) => id === item_id)?.adjustments ?? []).map((adjustment) => ({
          code: adjustment.code,
          description: adjustment.description,
          promotion_id: adjustment.promotion_id,
          is_tax_inclusive: adjustment.is_tax_inclusive,
          amount: new BigNumber(Number(adjustment.amount)).toFixed(),
        })),
        { code, description, is_tax_inclusive, amount },
      ],
    },
  }))
}

const summarySchema = z.array(z.object({ id: z.string(), version: z.number() }))

/** Adds a line for a difference that no line of the order can bear, and corrects the order's totals by it. */
async function addDifference(container: MedusaContainer, orderId: string, rowsOf: RowsOf): Promise<void> {
  const [line] = rowsOf("order_line_item")
  const [item] = rowsOf("order_item")
  const [summary] = rowsOf("order_summary")
  if (!line || !item || !summary) {
    return
  }
  const missing = await findMissing(container, [line], { module: Modules.ORDER, list: "listOrderLineItems" })
  if (missing.length > 0) {
    await serviceMethod(
      container,
      Modules.ORDER,
      "createOrderLineItems"
    )([{ ...line, order_id: orderId, quantity: item.quantity }])
  }
  await serviceMethod(
    container,
    Modules.ORDER,
    "updateOrderItem"
  )([
    {
      selector: { item_id: line.id },
      data: { fulfilled_quantity: item.fulfilled_quantity, delivered_quantity: item.delivered_quantity },
    },
  ])
  const summaries = await serviceMethod(container, Modules.ORDER, "listOrderSummaries")({ order_id: orderId })
  const [current] = summarySchema.parse(summaries).sort((left, right) => right.version - left.version)
  if (current) {
    await serviceMethod(container, Modules.ORDER, "updateOrderSummaries")([{ id: current.id, totals: summary.totals }])
  }
}

const creditSchema = z.array(
  z.object({
    id: z.string(),
    version: z.number(),
    amount: z.unknown().optional(),
    metadata: z.record(z.string(), z.unknown()).nullish(),
  })
)

/** Records on a credit line of a refund which purchase it belongs to, which an order change cannot. */
async function nameCreditLines(container: MedusaContainer, orderId: string, credits: ServiceRow[]): Promise<void> {
  for (const credit of credits) {
    const creditLines = await serviceMethod(
      container,
      Modules.ORDER,
      "listOrderCreditLines"
    )({
      order_id: orderId,
      version: credit.version,
    })
    const unnamed = creditSchema
      .parse(creditLines)
      .find(
        ({ amount, metadata }) =>
          metadata?.pos_purchase_uuid === undefined && new BigNumber(Number(amount)).isEqualTo(String(credit.amount))
      )
    if (unnamed) {
      await serviceMethod(
        container,
        Modules.ORDER,
        "updateOrderCreditLines"
      )([{ id: unnamed.id, metadata: credit.metadata }])
    }
  }
}

const paidSchema = z.array(
  z.object({
    payment_collections: z.array(
      z.object({
        id: z.string(),
        payments: z
          .array(z.object({ refunds: z.array(z.object({ amount: z.unknown().optional() })).nullish() }))
          .nullish(),
      })
    ),
  })
)

/** Creates the refunds of payments, sums them up in their collection, and adds the order's transactions. */
async function refundPayments(container: MedusaContainer, orderId: string, rowsOf: RowsOf): Promise<void> {
  await createMissing(container, rowsOf("refund"), {
    module: Modules.PAYMENT,
    list: "listRefunds",
    create: "createRefunds",
  })
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order",
    fields: ["id", "payment_collections.id", "payment_collections.payments.refunds.amount"],
    filters: { id: orderId },
  })
  for (const { id, payments } of paidSchema.parse(data).flatMap((order) => order.payment_collections)) {
    const refunds = (payments ?? []).flatMap((payment) => payment.refunds ?? [])
    const refunded_amount = BigNumber.sum(0, ...refunds.map(({ amount }) => Number(amount))).toFixed()
    await serviceMethod(container, Modules.PAYMENT, "updatePaymentCollections")(id, { refunded_amount })
  }
  await createMissing(container, rowsOf("order_transaction"), {
    module: Modules.ORDER,
    list: "listOrderTransactions",
    create: "addOrderTransactions",
  })
}
