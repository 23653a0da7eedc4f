import { findLinkedVariants } from "../../../../src/medusa/linked-variants"
import { copyToNextVersion, refreshCollections } from "../../../../src/medusa/refunds"
import { readImportedOrders } from "../../../../src/medusa/orders"
import { sampleReceipt } from "../../../../src/medusa/probe-samples"
import { findForgottenRefunds, findOpenRefunds, placeRefunds } from "../../../../src/features/refunds/store"
import { findMissingReceipts, findReceiptGaps } from "../../../../src/features/sales/store"
import {
  findReceiptsWithoutVat,
  storeReceiptVat,
  linkLatecomers,
  takeOverReceipts,
} from "../../../../src/features/finance/receipt-extracts"
import { storeAccountTransactions } from "../../../../src/features/finance/store"
import { claimDueCards, markLiveCardsDue } from "../../../../src/features/gift-cards/store"
import type { PlannedOf } from "./planned"
import { DUE } from "./stage-rows"

/** A period in which the seeded account has about as many rows as are due: all rows of a period are compared. */
const PERIOD = { start: new Date("2026-08-01T03:00:00Z"), end: new Date("2026-08-01T03:00:25Z") }

/** A batch of receipts, refunds of them, and what the account reports them. */
export const receiptPlans: PlannedOf = ({ connectionId, variants, receipts, now }) => {
  const [line] = sampleReceipt.lines
  const lines = variants.map(({ uuid, sku }, index) => ({
    ...line,
    kind: "product" as const,
    variantUuid: index % 2 === 0 ? uuid : null,
    sku: index % 2 === 0 ? null : sku,
    barcode: null,
  })) as typeof sampleReceipt.lines
  const uuids = receipts.map(({ uuid }) => uuid)
  const orders = receipts.map(({ order }) => order)
  return [
    {
      name: "variants of two lines",
      due: 2,
      run: async (sql) => findLinkedVariants(sql, connectionId, lines.slice(0, 2)),
    },
    { name: "variants of a batch", due: DUE, run: async (sql) => findLinkedVariants(sql, connectionId, lines) },
    { name: "missing receipts", due: DUE, run: async (sql) => findMissingReceipts(sql, connectionId, uuids) },
    { name: "open refunds", due: DUE, run: async (sql) => findOpenRefunds(sql, connectionId, uuids, "lock") },
    { name: "orders of refunds", due: DUE, run: async (sql) => readImportedOrders(sql, orders) },
    { name: "next versions", due: DUE, run: async (sql) => copyToNextVersion(sql, orders, []) },
    { name: "collections", due: DUE, run: async (sql) => refreshCollections(sql, orders) },
    {
      name: "placed refunds",
      due: DUE,
      run: async (sql) =>
        placeRefunds(
          sql,
          receipts.map(({ id, order }) => ({ id, order_id: order }))
        ),
    },
    { name: "forgotten refunds", due: DUE, run: async (sql) => findForgottenRefunds(sql, connectionId, now) },
    { name: "gaps", due: DUE, run: async (sql) => findReceiptGaps(sql, connectionId, now) },
    {
      name: "payments of receipts",
      due: DUE,
      run: async (sql) => takeOverReceipts(sql, { connectionId, limit: DUE, now, settlingTypes: ["SERVICE_CARD"] }),
    },
    { name: "latecomers", due: DUE, run: async (sql) => linkLatecomers(sql, connectionId) },
    {
      name: "slice of the account",
      due: DUE,
      run: async (sql) =>
        storeAccountTransactions(
          sql,
          { connectionId, group: "liquid", ...PERIOD, readAt: now.toISOString() },
          uuids.map((originating_uuid) => ({
            occurred_at: now.toISOString(),
            type: "PAYMENT",
            originating_uuid,
            amount: 1,
            extra: null,
          }))
        ),
    },
    {
      name: "receipts without VAT",
      due: DUE,
      run: async (sql) => findReceiptsWithoutVat(sql, { connectionId, limit: DUE }),
    },
    {
      name: "reckoned VAT",
      due: DUE,
      run: async (sql) =>
        storeReceiptVat(
          sql,
          receipts.map(({ id }) => ({ id, vat_by_rate: [], vat_amount: 0 }))
        ),
    },
    {
      name: "due cards",
      due: DUE,
      run: async (sql) =>
        claimDueCards(sql, { connectionId, ids: null, limit: DUE, now, token: "plans", claimUntil: now }),
    },
    {
      // Each night, of each card.
      name: "live cards",
      due: DUE * 10,
      run: async (sql) => markLiveCardsDue(sql, { connectionId, today: "2026-11-22", now, budget: DUE }),
    },
  ]
}
