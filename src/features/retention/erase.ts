import type { MedusaContainer } from "@medusajs/framework/types"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { z } from "zod"
import { eraseOrderDetails, findOrdersOfPurchases } from "../../medusa/erase-orders"
import { POS_MODULE } from "../../modules/pos"
import { jsonText } from "../../modules/pos/database/json-text"
import { idRowSchema, type Sql } from "../../modules/pos/database/sql"
import { requireRecord } from "../../modules/pos/errors"
import { purchaseForAccountingSchema } from "../../pos-api/contract"
import { getTableAccess, assertTablesKnown } from "../../runtime/schema-compatibility"
import { drainStoreWrites, type StoreWriteHandler } from "../../runtime/store-write-drain"
import { findWaitingSubjects, insertStoreWrites, type NewStoreWrite } from "../../runtime/store-writes"
import { runInBackground } from "../../runtime/workers"
import { knownTimeZone } from "../../modules/pos/organization-time"
import { computeSales, markingChanged } from "../sales"
import { lockSalesOfReceipts } from "../purchases"
import { eraseOrderByServices } from "../../medusa/services/change-orders"

/** An order whose details Medusa's services erase, after those of its receipt were erased. */
const toEraseWrite = (connectionId: string, orderId: string): NewStoreWrite => ({
  connection_id: connectionId,
  kind: "erase",
  key: orderId,
  // After the order was created, and after refunds that wait.
  subject: `order:${orderId}`,
  payload: {},
})

const ORDER_SUBJECT = "order:"

/** Erases details of persons from orders by Medusa's services. */
export const eraseWriteHandler: StoreWriteHandler = {
  perform: async (container, writes) => {
    for (const { subject } of writes) {
      await eraseOrderByServices(container, subject.slice(ORDER_SUBJECT.length))
    }
    return async () => undefined
  },
}

export type EraseReceiptInput = { receipt_id: string }

/** Erases one receipt. @throws RecordNotFoundError, TablesUnknownError */
export const posEraseReceiptStep = createStep("pos-erase-receipt", async (input: EraseReceiptInput, { container }) => {
  const access = await accessToErase(container)
  const pos = container.resolve(POS_MODULE)
  const { connection_id } = await pos.transaction(async (sql, now) => {
    const [taken] = await takeReceipt(sql, input.receipt_id)
    const receipt = requireRecord(taken, "receipt", input.receipt_id)
    await eraseDetails(sql, now, { receipts: [receipt], access })
    await forgetNotificationsOf(sql, receipt)
    return receipt
  })
  if (access === "services") {
    runInBackground(container, "writing to the store by Medusa's services", drainStoreWrites(container))
  }
  // The daily sales name the cashier, so they are computed again.
  const connection = await pos.findConnection(connection_id)
  await computeSales(container, { connectionId: connection.id, timeZone: knownTimeZone(connection.time_zone) })
  return new StepResponse({ id: input.receipt_id })
})

/**
 * Immediately erases one receipt's personal details, for a person who requests it. Amounts, rows and payments stay for
 * accounting. The store cannot undo it; the POS keeps its own data.
 */
export const posEraseReceiptWorkflow = createWorkflow("pos-erase-receipt", (input: EraseReceiptInput) => {
  return new WorkflowResponse(posEraseReceiptStep(input))
})

/** How orders can be erased now. @throws TablesUnknownError when neither SQL nor Medusa's services can */
export async function accessToErase(container: MedusaContainer): Promise<"sql" | "services"> {
  if ((await getTableAccess(container, "orders")) === "services") {
    return "services"
  }
  await assertTablesKnown(container, "orders")
  return "sql"
}

/**
 * Erases details of persons, cards, devices and places from receipts and their orders. Data for accounting stays. A
 * payload that cannot be read is removed as a whole, because its amounts are in the receipt's columns. By services, the
 * orders follow after the transaction, and orders that were replaced once SQL knows the tables again.
 */
export async function eraseDetails(
  sql: Sql,
  now: Date,
  { receipts, access }: { receipts: DetailedReceipt[]; access: "sql" | "services" }
): Promise<void> {
  const erased = receipts.map(({ id, payload }): ErasedReceipt => {
    const purchase = purchaseForAccountingSchema.safeParse(payload)
    return { id, payload: purchase.success ? purchase.data : {} }
  })
  await writeErasedReceipts(sql, now, { erased, ordersErasedAt: access === "sql" ? now : null })
  const writes = receipts.flatMap(({ connection_id, order_id }) =>
    order_id === null ? [] : [toEraseWrite(connection_id, order_id)]
  )
  if (access === "services") {
    await insertStoreWrites(sql, writes)
    return
  }
  await eraseOrders(sql, receipts)
  // Services are about to write these, maybe with the details.
  const waiting = await findWaitingSubjects(
    sql,
    writes.map(({ subject }) => subject)
  )
  await insertStoreWrites(
    sql,
    writes.filter(({ subject }) => waiting.has(subject))
  )
}

/** Erases only the orders of receipts: all that were ever written of their sales, also deleted ones. */
export async function eraseOrders(sql: Sql, receipts: DetailedReceipt[]): Promise<void> {
  const uuids = receipts.flatMap(({ purchase_uuid, refunds_purchase_uuid }) =>
    refunds_purchase_uuid === null ? [purchase_uuid] : [purchase_uuid, refunds_purchase_uuid]
  )
  const written = await findOrdersOfPurchases(sql, uuids)
  const present = receipts.flatMap(({ order_id }) => order_id ?? [])
  await eraseOrderDetails(sql, [...new Set([...written, ...present])])
}

const detailedSchema = z.object({
  id: z.string(),
  connection_id: z.string(),
  purchase_uuid: z.string(),
  refunds_purchase_uuid: z.string().nullable(),
  order_id: z.string().nullable(),
  payload: z.unknown(),
})

/** A receipt with details of persons, cards, devices and places. */
type DetailedReceipt = z.output<typeof detailedSchema>

/** A receipt's payload without personal details; null: it could not be read. */
type ErasedReceipt = { id: string; payload: unknown }

/**
 * Locks receipts sold before a moment that are not erased yet, oldest first. Until the transaction ends, no other
 * process erases them or changes the orders of their sales.
 */
export async function takeDetailedReceipts(sql: Sql, soldBefore: Date, limit: number): Promise<DetailedReceipt[]> {
  const due = await sql(
    idRowSchema,
    `SELECT id FROM pos_receipt
     WHERE details_erased_at IS NULL AND deleted_at IS NULL AND sold_at < ? ORDER BY sold_at LIMIT ?`,
    [soldBefore, limit]
  )
  const ids = due.map(({ id }) => id)
  await lockSalesOfReceipts(sql, ids)
  return sql(
    detailedSchema,
    `SELECT id, connection_id, purchase_uuid, refunds_purchase_uuid, order_id, payload FROM pos_receipt
     WHERE id = ANY(?) AND details_erased_at IS NULL AND deleted_at IS NULL ORDER BY id FOR UPDATE`,
    [ids]
  )
}

/** Locks receipts that an earlier version erased, but whose returns and deleted orders still have details. */
export async function takeHalfErasedReceipts(sql: Sql, limit: number): Promise<DetailedReceipt[]> {
  const due = await sql(
    idRowSchema,
    `SELECT id FROM pos_receipt
     WHERE details_erased_at IS NOT NULL AND orders_erased_at IS NULL AND deleted_at IS NULL LIMIT ?`,
    [limit]
  )
  const ids = due.map(({ id }) => id)
  await lockSalesOfReceipts(sql, ids)
  return sql(
    detailedSchema,
    `UPDATE pos_receipt SET orders_erased_at = details_erased_at WHERE id = ANY(?)
     RETURNING id, connection_id, purchase_uuid, refunds_purchase_uuid, order_id, payload`,
    [ids]
  )
}

/** Locks one receipt, also if it was erased before, because details may have been added since. */
async function takeReceipt(sql: Sql, id: string): Promise<DetailedReceipt[]> {
  await lockSalesOfReceipts(sql, [id])
  return sql(
    detailedSchema,
    `SELECT id, connection_id, purchase_uuid, refunds_purchase_uuid, order_id, payload FROM pos_receipt
     WHERE id = ? AND deleted_at IS NULL FOR UPDATE`,
    [id]
  )
}

/**
 * Saves the erased payloads, erases the details of their payments, and marks the daily sales of their days, which name
 * cashiers.
 */
async function writeErasedReceipts(
  sql: Sql,
  now: Date,
  { erased, ordersErasedAt }: { erased: ErasedReceipt[]; ordersErasedAt: Date | null }
): Promise<void> {
  const marking = markingChanged()
  await sql(
    z.unknown(),
    `WITH changed_receipts AS (
     UPDATE pos_receipt AS receipt SET payload = erased.payload, cashier = NULL, details_erased_at = ?,
       orders_erased_at = ?, updated_at = ?
     FROM json_to_recordset(?::json) AS erased(id text, payload jsonb)
     WHERE receipt.id = erased.id AND receipt.id = ANY(?)
     RETURNING receipt.connection_id, receipt.sold_at
     ) ${marking.text}`,
    [now, ordersErasedAt, now, jsonText(erased), erased.map(({ id }) => id), ...marking.bindings]
  )
  await sql(
    z.unknown(),
    `UPDATE pos_receipt_payment SET card_digits = NULL, reference = NULL
     WHERE receipt_id = ANY(?) AND (card_digits IS NOT NULL OR reference IS NOT NULL) AND deleted_at IS NULL`,
    [erased.map(({ id }) => id)]
  )
}

/**
 * Deletes the contents of a purchase's notifications, also of those that could not be read. The receipt's own key
 * prevents it from being imported again.
 */
async function forgetNotificationsOf(sql: Sql, receipt: DetailedReceipt): Promise<void> {
  await sql(
    z.unknown(),
    "UPDATE pos_inbox_entry SET payload = '{}' WHERE connection_id = ? AND aggregate = ? AND state <> 'pending'",
    [receipt.connection_id, `purchase:${receipt.purchase_uuid}`]
  )
}
