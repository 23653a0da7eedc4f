import { readAvailability } from "../../../../src/medusa/availability"
import { findVariantsOfInventory } from "../../../../src/medusa/changed-products"
import {
  addToLevels,
  findChangedStock,
  findDueLowStock,
  findInventoryItems,
  findLedgersOfItems,
  readAvailableStock,
  readStockParts,
} from "../../../../src/medusa/stock"
import type { PosMovement } from "../../../../src/modules/pos/pos-movement"
import {
  correctPresumptions,
  endPresumptions,
  listComparableLinks,
  reopenPresumed,
  takeBaselines,
} from "../../../../src/features/stock/tracked-levels"
import { lookAtQueue, nextAttempt } from "../../../../src/runtime/due-queues"
import {
  claimStock,
  markStockDue,
  markStockOfProductsDue,
  recordStockPushes,
  switchStock,
} from "../../../../src/features/stock/outbox"
import {
  closeOfVariants,
  closeExplained,
  closeSent,
  endIgnored,
  findOpenDifferences,
  recordDifferences,
  withoutIgnored,
} from "../../../../src/features/stock/differences"
import {
  endOpenMovements,
  findAcceptedVariants,
  findTrackingEnabled,
  recordCounted,
  recordTrackingEnabled,
} from "../../../../src/features/stock/matching-store"
import {
  addToPosBalances,
  beginTracking,
  findKnownMovements,
  findUndoneReads,
  insertMovements,
  readLinksToClassify,
} from "../../../../src/features/stock/ledger"
import { recordReadLowStock, recordSentLowStock } from "../../../../src/features/stock/low-stock"
import {
  confirmSent,
  findLinksWithOpen,
  findNamed,
  findOpenMovements,
  findSendingSince,
  findSentMovements,
  holdTrackedLinks,
  insertSending,
  markUnknown,
  recordChecks,
  withdrawSent,
} from "../../../../src/features/stock/outbound-movements"
import type { PlannedOf } from "./planned"
import { DUE, LOST_CALL } from "./stage-rows"

const claim = { token: "plans", claimUntil: new Date(Date.now() + 60_000) }

/** Movements of the POS into the store, and of the store to the POS. */
export const stockPlans: PlannedOf = ({ connectionId, shop, variants, items, products, now }) => {
  const links = variants.map(({ link }) => link)
  const ids = variants.map(({ id }) => id)
  const uuids = variants.map(({ uuid }) => uuid)
  const [bestSeller = ""] = uuids
  const of = { connectionId, identifier: LOST_CALL }
  const connection = {
    id: connectionId,
    stock_location_id: shop.stockLocationId,
    stock_sync: "two_way",
    inbound_settings: null,
  }
  const movements = variants.map(({ uuid }): PosMovement => ({
    naturalKey: `new:${uuid}`,
    variantUuid: uuid,
    kind: "mirrored",
    change: "-1",
    storeChange: "-1",
    before: "100",
    balanceAfter: "99",
    identifier: null,
    occurredAt: now,
  }))
  const rows = variants.map(({ link, uuid }) => ({
    variant_link_id: link,
    natural_key: `new:${uuid}`,
    kind: "mirrored" as const,
    change: "-1",
    pos_balance_after: "99",
    identifier: null,
    occurred_at: now,
  }))
  const named = uuids.map((variant_uuid) => ({ identifier: LOST_CALL, variant_uuid }))
  const sending = variants.map(({ link, uuid }) => ({
    variant_link_id: link,
    variant_uuid: uuid,
    product_uuid: uuid,
    change: "-1",
    target: "99",
  }))
  const differences = links.map((variant_link_id) => ({
    variant_link_id,
    store_level: "1",
    pos_level: "2",
    ledger_level: "1",
    cause: "missed" as const,
  }))
  const missed = links.map((variant_link_id) => ({ variant_link_id, ledger_level: "100", missed: "1" }))
  return [
    { name: "classified links", due: DUE, run: async (sql) => readLinksToClassify(sql, connectionId, uuids) },
    {
      name: "classified best-seller",
      due: 1,
      run: async (sql) => readLinksToClassify(sql, connectionId, [bestSeller]),
    },
    {
      name: "known movements",
      due: DUE,
      run: async (sql) =>
        findKnownMovements(
          sql,
          connectionId,
          uuids.map((uuid) => `new:${uuid}`)
        ),
    },
    {
      name: "named echoes",
      due: DUE,
      run: async (sql) => {
        const sent = await findSentMovements(sql, { connectionId, named, unnamedVariantUuids: [] })
        expect(sent).toHaveLength(DUE)
      },
    },
    {
      name: "echoes without a name",
      due: DUE * 4,
      run: async (sql) => findSentMovements(sql, { connectionId, named: [], unnamedVariantUuids: uuids.slice(1) }),
    },
    {
      name: "what an echo confirms",
      due: DUE,
      run: async (sql) =>
        findNamed(
          sql,
          connectionId,
          links.map((variant_link_id) => ({ identifier: LOST_CALL, variant_link_id }))
        ),
    },
    { name: "ledger", due: DUE, run: async (sql) => insertMovements(sql, connectionId, rows) },
    { name: "POS balances", due: DUE, run: async (sql) => addToPosBalances(sql, connection, movements) },
    {
      name: "tracking begins",
      due: DUE,
      run: async (sql) =>
        beginTracking(
          sql,
          connection,
          links.map((id) => ({ id, after: "1" }))
        ),
    },
    { name: "shop's levels", due: DUE, run: async (sql) => addToLevels(sql, connection, movements) },
    {
      name: "parts of levels",
      due: DUE,
      run: async (sql) =>
        readStockParts(
          sql,
          connection,
          variants.map(({ id }) => id)
        ),
    },
    { name: "ledgers of items", due: DUE, run: async (sql) => findLedgersOfItems(sql, connectionId, items) },
    { name: "ended movements", due: DUE, run: async (sql) => endOpenMovements(sql, links) },
    { name: "accepted variants", due: DUE, run: async (sql) => findAcceptedVariants(sql, links) },
    {
      name: "tracking that was enabled",
      due: DUE,
      run: async (sql) => {
        await recordTrackingEnabled(sql, links)
        await findTrackingEnabled(sql, links)
        await recordCounted(sql, links)
      },
    },
    {
      name: "undone reads",
      due: DUE,
      run: async (sql) =>
        findUndoneReads(
          sql,
          links.map((variant_link_id) => ({ natural_key: variant_link_id, variant_link_id, occurred_at: now }))
        ),
    },
    {
      name: "explained differences",
      due: DUE,
      run: async (sql) =>
        closeExplained(
          sql,
          links.map((variant_link_id) => ({ variant_link_id, level: "99" }))
        ),
    },
    { name: "inventory items", due: DUE, run: async (sql) => findInventoryItems(sql, connectionId, uuids) },
    { name: "reopened", due: DUE, run: async (sql) => reopenPresumed(sql, links) },
    { name: "ended presumptions", due: DUE, run: async (sql) => endPresumptions(sql, links) },
    { name: "corrected presumptions", due: DUE, run: async (sql) => correctPresumptions(sql, missed) },
    {
      name: "baselines",
      due: DUE,
      run: async (sql) =>
        takeBaselines(
          sql,
          connectionId,
          links.map((linkId) => ({ linkId, level: "1", readAt: now }))
        ),
    },
    { name: "marked stock", due: DUE, run: async (sql) => markStockDue(sql, ids) },
    {
      name: "marked stock of products",
      due: DUE * 2,
      run: async (sql) =>
        markStockOfProductsDue(
          sql,
          products.map(({ id }) => id)
        ),
    },
    {
      name: "marked stock of products that has not started",
      due: DUE * 2,
      run: async (sql) =>
        markStockOfProductsDue(
          sql,
          products.map(({ id }) => id),
          "unmatched"
        ),
    },
    {
      name: "switched stock",
      due: 2,
      run: async (sql) => switchStock(sql, connectionId, products[0]?.uuid ?? "", false),
    },
    {
      name: "claimed stock",
      due: DUE,
      run: async (sql) => claimStock(sql, { ...claim, connectionId, now, limit: DUE, tracked: true }),
    },
    {
      // They are claimed, and what came of them is recorded.
      name: "recorded stock",
      due: 2 * DUE,
      run: async (sql) => {
        const claimed = await claimStock(sql, { ...claim, connectionId, now, limit: DUE, tracked: true })
        const results = claimed.map(({ id, stock_revision: revision }) => ({
          id,
          revision,
          outcome: "sent" as const,
          reason: null,
        }))
        await recordStockPushes(sql, now, claim.token, results)
      },
    },
    { name: "edits due", due: DUE, run: async (sql) => lookAtQueue(sql, "edits", connectionId, now) },
    { name: "contacts due", due: DUE, run: async (sql) => lookAtQueue(sql, "contacts", connectionId, now) },
    { name: "next stock", due: DUE, run: async (sql) => nextAttempt(sql, "edits", connectionId, now) },
    { name: "held links", due: DUE, run: async (sql) => holdTrackedLinks(sql, links) },
    { name: "links with open", due: DUE, run: async (sql) => findLinksWithOpen(sql, links) },
    { name: "open movements", due: DUE, run: async (sql) => findOpenMovements(sql, links) },
    {
      name: "early echoes",
      due: DUE,
      run: async (sql) => findSendingSince(sql, { connectionId, variantUuids: uuids, since: new Date(0) }),
    },
    {
      name: "sending",
      due: DUE,
      run: async (sql) => {
        await confirmSent(sql, of)
        await insertSending(sql, { connectionId, identifier: "call-new", movements: sending, now })
      },
    },
    { name: "lost answer", due: DUE, run: async (sql) => markUnknown(sql, of, now) },
    { name: "confirmed call", due: DUE, run: async (sql) => confirmSent(sql, of) },
    { name: "withdrawn call", due: DUE, run: async (sql) => withdrawSent(sql, of) },
    {
      name: "looks",
      due: DUE,
      run: async (sql) =>
        recordChecks(
          sql,
          links.map((id) => ({ id: `posmov_lost${id}`, classification: "lost" as const })),
          now
        ),
    },
    {
      name: "available stock",
      due: DUE,
      run: async (sql) => readAvailableStock(sql, { ...connection, inbound_settings: null }, ids),
    },
    {
      name: "in-store availability",
      due: DUE,
      run: async (sql) =>
        readAvailability(sql, {
          variantIds: ids,
          salesChannelIds: ["probe"],
          locationIds: [connection.stock_location_id],
        }),
    },
    { name: "low stock to be reported", due: DUE, run: async (sql) => findDueLowStock(sql, links) },
    {
      name: "reported low stock",
      due: DUE,
      run: async (sql) =>
        recordSentLowStock(
          sql,
          links.map((linkId) => ({ linkId, level: "5" }))
        ),
    },
    {
      name: "read low stock",
      due: DUE,
      run: async (sql) =>
        recordReadLowStock(
          sql,
          connectionId,
          uuids.map((variantUuid) => ({ variantUuid, level: "7" }))
        ),
    },
    { name: "differences", due: DUE, run: async (sql) => recordDifferences(sql, connectionId, differences, now) },
    {
      name: "open differences",
      due: DUE,
      run: async (sql) => {
        await recordDifferences(sql, connectionId, differences, now)
        await findOpenDifferences(sql, connectionId, null)
        await closeOfVariants(sql, links, now)
        await closeSent(sql, links, now)
      },
    },
    {
      name: "ignored differences",
      due: DUE,
      run: async (sql) => {
        await withoutIgnored(sql, connectionId, differences)
        await endIgnored(sql, connectionId, links)
      },
    },
    {
      name: "page of a reconciliation",
      due: DUE,
      run: async (sql) => listComparableLinks(sql, { connectionId, after: links[10] ?? "", limit: DUE }),
    },
    { name: "changed stock", due: DUE, run: async (sql) => findChangedStock(sql, new Date(now.getTime() + 60_000)) },
    { name: "variants of levels", due: DUE, run: async (sql) => findVariantsOfInventory(sql, items) },
  ]
}
