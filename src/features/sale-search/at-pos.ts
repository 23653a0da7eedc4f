import { randomUUID } from "node:crypto"
import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import type { importSalesAnswerSchema, SaleAtPos, salesAtPosAnswerSchema } from "../../contract/sale-search"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { PosError } from "../../modules/pos/errors"
import { knownTimeZone } from "../../modules/pos/organization-time"
import { PosNotFoundError } from "../../pos-api/client"
import type { Purchase } from "../../pos-api/contract"
import { isPaused, recordServiceError } from "../../runtime/circuit-breaker"
import { drainInbox } from "../../runtime/inbox"
import { getCashier, isRefund, soldAt } from "../purchases"
import { listOfPeriod, readPeriodOfDays, soldIn } from "../reconciliation"
import { findMissingReceipts, receivePurchases } from "../sales"
import { matchPurchase, productNames, readSaleSearch, type SearchRights } from "./rules"

/** A search at the POS. Days are ISO dates of the organization, both inclusive. */
export type FindSalesAtPosInput = SearchRights & { connection_id: string; q: string; from: string; to: string }

/** The most pages of the POS's list that one search reads, and the most sales that it lists. */
const MAX_PAGES = 10
const MAX_LISTED = 50

/** The POS is not called now, because it did not answer a moment ago. */
class PosNotCalledError extends PosError {
  constructor() {
    super("pos_service_unreachable", "The POS is not called for now, because it did not answer")
  }
}

/**
 * Searches the sales that the POS has of a period, and lists those that the store has no receipt of. A page is in
 * memory at a time, and the client keeps to the rate limits of the POS.
 * @throws PosNotCalledError, PosApiError, ConnectionNotFoundError, ConnectionDisconnectedError
 */
export async function findSalesAtPos(
  container: MedusaContainer,
  input: FindSalesAtPosInput
): Promise<z.infer<typeof salesAtPosAnswerSchema>> {
  const pos = container.resolve(POS_MODULE)
  const connection = await findCallable(container, input.connection_id)
  const search = readSaleSearch(input.q, connection.currency_code)
  const timeZone = knownTimeZone(connection.time_zone)
  const period = await pos.query((sql) => readPeriodOfDays(sql, { from: input.from, to: input.to, timeZone }))
  const answer = { sales: new Array<SaleAtPos>(), in_store: 0, checked: 0, is_complete: true }
  await callPos(container, connection, async () => {
    const client = await pos.clientOf(connection.id)
    let pages = 0
    for await (const page of client.purchases.pages(listOfPeriod(period, await pos.now()))) {
      const sold = soldIn(page.purchases, period)
      const matching = sold.filter((purchase) => matchPurchase(purchase, search, input).length > 0)
      const uuids = matching.map(({ purchaseUUID1 }) => purchaseUUID1)
      const missing = new Set(await pos.query((sql) => findMissingReceipts(sql, connection.id, uuids)))
      const lacking = matching.filter(({ purchaseUUID1 }) => missing.has(purchaseUUID1))
      answer.checked += sold.length
      answer.in_store += matching.length - lacking.length
      answer.sales.push(...lacking.map((purchase) => toSaleAtPos(connection, purchase)))
      pages++
      if (pages === MAX_PAGES || answer.sales.length > MAX_LISTED) {
        answer.is_complete = false
        break
      }
    }
  })
  return { ...answer, sales: answer.sales.slice(0, MAX_LISTED) }
}

/** @throws PosNotCalledError, ConnectionNotFoundError */
async function findCallable(container: MedusaContainer, connectionId: string): Promise<ConnectionRecord> {
  const pos = container.resolve(POS_MODULE)
  const connection = await pos.findConnection(connectionId)
  if (isPaused(connection, await pos.now())) {
    throw new PosNotCalledError()
  }
  return connection
}

/** Calls the POS, and records what a failure means for the connection. */
async function callPos(container: MedusaContainer, { id }: ConnectionRecord, call: () => Promise<void>): Promise<void> {
  try {
    await call()
  } catch (error) {
    await recordServiceError(container, id, error)
    throw error
  }
}

/** Sales before the store's first receipt are imported with the older receipts of that time only. */
const canImport = (connection: ConnectionRecord, purchase: Purchase) =>
  soldAt(purchase) >= (connection.receipts_since ?? connection.created_at)

const toSaleAtPos = (connection: ConnectionRecord, purchase: Purchase): SaleAtPos => ({
  purchase_uuid: purchase.purchaseUUID1,
  purchase_number: purchase.purchaseNumber ?? null,
  refund: isRefund(purchase),
  amount: purchase.amount,
  currency_code: purchase.currency.toLowerCase(),
  cashier: getCashier(purchase),
  sold_at: soldAt(purchase).toISOString(),
  products: productNames(purchase),
  can_import: canImport(connection, purchase),
})

/** `purchase_uuids`: sales that the POS has and the store lacks. */
export type ImportSalesInput = { connection_id: string; purchase_uuids: string[] }

/**
 * Imports sales from the POS, on the way of notifications. What the store has already stays as it is.
 * @see posImportSalesWorkflow
 */
export const posImportSalesStep = createStep("pos-import-sales", async (input: ImportSalesInput, { container }) => {
  const pos = container.resolve(POS_MODULE)
  const connection = await findCallable(container, input.connection_id)
  const purchaseUuids = [...new Set(input.purchase_uuids)]
  const purchases: Purchase[] = []
  await callPos(container, connection, async () => {
    const client = await pos.clientOf(connection.id)
    for (const uuid of purchaseUuids) {
      try {
        purchases.push(await client.purchases.get(uuid))
      } catch (error) {
        if (!(error instanceof PosNotFoundError)) {
          throw error
        }
      }
    }
  })
  const importable = purchases.filter((purchase) => canImport(connection, purchase))
  const keySuffix = `:${randomUUID()}`
  await receivePurchases(container, connection.id, { purchases: importable, unreadable: [] }, keySuffix)
  await drainInbox(container, connection.id)
  const uuids = importable.map(({ purchaseUUID1 }) => purchaseUUID1)
  const waiting = await pos.query((sql) => findMissingReceipts(sql, connection.id, uuids))
  const answer: z.infer<typeof importSalesAnswerSchema> = {
    imported: uuids.length - waiting.length,
    waiting: waiting.length,
    missing: purchaseUuids.length - importable.length,
  }
  return new StepResponse(answer)
})

/** Imports sales that were found at the POS, by the UUIDs of their purchases. */
export const posImportSalesWorkflow = createWorkflow("pos-import-sales", (input: ImportSalesInput) => {
  return new WorkflowResponse(posImportSalesStep(input))
})
