import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../modules/pos"
import { markAllDue, markLinkedProductsDue } from "../../modules/pos/queries/outbox/product-marks"
import {
  findDuePictures,
  findLinkedTo,
  noteSwept,
  readSweptTogether,
} from "../../modules/pos/queries/rounds/changed-for"
import { markStockDue } from "../../modules/pos/queries/stock/stock-outbox"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { findVariantsOfInventory } from "../../medusa-tables/catalogue/find-affected"
import { findChangedSince } from "../../medusa-tables/catalogue/find-changed-since"
import { findProductsOfDuePictures } from "../../medusa-tables/catalogue/find-pictured-products"
import { findChangedStock } from "../../medusa-tables/stock/find-changed-stock"
import { findUnchanged } from "../push/find-unchanged"
import { findUnlinked } from "../push/find-unlinked"
import { linkSold } from "../push/mark-changed"
import { reasonOf } from "../queue/reason-of"
import { askRound } from "./ask-round"
import { eachConnection } from "./each-connection"

/** A row's time of change is that of its write, and it is seen when its transaction ends, which may be later. */
const OVERLAP_MS = 60_000

/** Products whose connections are asked for at once; levels that are looked up at once. */
const PAGE_SIZE = 1_000

/**
 * Makes due what changed in the shop since the last sweep and may not have been told by an event, and products whose
 * pictures may be tried again. The shop is asked once for all connections that have looked up to the same moment, and
 * only those that something concerns are visited.
 */
export async function sweepChanges(container: MedusaContainer): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const now = await pos.now()
  const together = await pos.query(readSweptTogether)
  for (const { swept_at, ids } of together) {
    try {
      const left = swept_at ? await sweepSince(container, ids, new Date(swept_at.getTime() - OVERLAP_MS)) : new Set()
      const swept = ids.filter((id) => !left.has(id))
      await pos.query((sql) => noteSwept(sql, swept, now))
    } catch (error) {
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        .error(`pos: finding changes since ${swept_at?.toISOString() ?? "ever"} failed: ${reasonOf(error)}`)
    }
  }
  const pictured = await askRound(container, findDuePictures)
  await eachConnection(container, "trying pictures again", async ({ id }) => tryPicturesAgain(container, id), pictured)
}

/** @returns connections for which it was not done; they look again, from the same moment */
async function sweepSince(container: MedusaContainer, ids: string[], since: Date): Promise<Set<string>> {
  const pos = container.resolve(POS_MODULE)
  const left = new Set<string>()
  const visit = async (wanted: string[], work: (connection: ConnectionRecord) => Promise<unknown>) => {
    const done = new Set(await eachConnection(container, "finding changes", work, wanted))
    wanted.filter((id) => !done.has(id)).forEach((id) => left.add(id))
  }
  const { productIds, all } = await pos.query((sql) => findChangedSince(sql, since))
  if (all) {
    await visit(ids, async ({ id }) => pos.query((sql) => markAllDue(sql, id)))
  }
  for (const page of pagesOf(productIds)) {
    const concerned = await findConcerned(container, ids, page)
    await visit([...concerned.keys()], async (connection) =>
      markChangedOf(container, connection, concerned.get(connection.id) ?? [])
    )
  }
  const changedStock = await pos.query((sql) => findChangedStock(sql, since))
  for (const page of pagesOf(changedStock)) {
    await pos.query(async (sql) => markStockDue(sql, await findVariantsOfInventory(sql, page)))
  }
  return left
}

function pagesOf(ids: string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / PAGE_SIZE) }, (_none, page) =>
    ids.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE)
  )
}

/** Which of the connections have or sell which of the products. */
async function findConcerned(
  container: MedusaContainer,
  ids: string[],
  productIds: string[]
): Promise<Map<string, string[]>> {
  const pos = container.resolve(POS_MODULE)
  const connections = await pos.listPosConnections({ id: ids }, { take: null, select: ["id", "push_settings"] })
  const concerned = await findUnlinked(container, connections, productIds)
  const asked = new Set(ids)
  const linked = await pos.query((sql) => findLinkedTo(sql, productIds))
  linked
    .filter(({ connection_id }) => asked.has(connection_id))
    .forEach(({ connection_id, product_ids }) => {
      concerned.set(connection_id, [...new Set([...(concerned.get(connection_id) ?? []), ...product_ids])])
    })
  return concerned
}

async function markChangedOf(
  container: MedusaContainer,
  connection: ConnectionRecord,
  productIds: string[]
): Promise<void> {
  // Of most an event has told, and they are at the counter already: a shop's import of 100,000 is not to be pushed twice.
  const unchanged = await findUnchanged(container, connection, productIds)
  const changed = productIds.filter((id) => !unchanged.has(id))
  await container.resolve(POS_MODULE).query((sql) => markLinkedProductsDue(sql, changed, connection.id))
  await linkSold(container, connection, productIds)
}

async function tryPicturesAgain(container: MedusaContainer, connectionId: string): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const pictured = await pos.query((sql, now) => findProductsOfDuePictures(sql, connectionId, now))
  await pos.query((sql) => markLinkedProductsDue(sql, pictured, connectionId))
}
