import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { PosClient } from "../../pos-api/client"
import { chooseUuid } from "../../modules/pos/queries/links"
import type { ClaimedStock } from "../../modules/pos/queries/stock-outbox"
import { subtractBalances } from "../../translate/stock"
import type { ConnectionRecord } from "../connection-record"
import { mirrorSettingsOf } from "../../modules/pos/mirror-settings"
import { type Contact, meet } from "./first-contact"
import { readAvailableStock } from "./read-available-stock"
import { readCounterLevels } from "./read-counter-levels"
import { inventoriesSchema, type RefusedMovement, sendMovements } from "./send-movements"
import { findSending, recordSending, type ShopMovement } from "./sent-movements"

type Push = { knex: Knex; connection: ConnectionRecord; client: PosClient; claims: ClaimedStock[]; now: Date }

/**
 * Tells the counter how the shop's available stock moved since both agreed. First what an earlier attempt may have
 * left unsent is sent again under its own identifier; then the difference that remains becomes a movement of its own.
 * A level that the counter had before anything was told is taken as it is, and never moved without a decision.
 * @returns what the service refused
 */
export async function pushStock({ knex, connection, client, claims, now }: Push): Promise<RefusedMovement[]> {
  const inventories = inventoriesSchema.safeParse(connection.inventories)
  if (!client.inventory || !inventories.success) {
    return []
  }
  const linkIds = claims.map((claim) => claim.id)
  const unsent = await findSending(knex, connection.id, linkIds)
  const sender = { knex, connectionId: connection.id, inventory: client.inventory, inventories: inventories.data }
  const refused = await sendMovements(sender, unsent)

  const available = await readAvailableStock(
    knex,
    connection,
    claims.map((claim) => claim.variant_id)
  )
  const managed = claims.flatMap((claim) => {
    const level = available.get(claim.variant_id)
    return level === undefined ? [] : [{ claim, level }]
  })
  const untracked = managed.filter(({ claim }) => !claim.tracked)
  const counterLevels = await readCounterLevels(
    client.inventory,
    inventories.data.STORE,
    untracked.map(({ claim }) => claim.product_uuid)
  )
  const contacts = untracked.flatMap(({ claim, level }): Contact[] => {
    const read = counterLevels.get(claim.variant_uuid)
    return read ? [{ claim, shopLevel: level, posLevel: read.level, readAt: read.readAt ?? now }] : []
  })
  const met = await meet(knex, connection.id, contacts, { start: mirrorSettingsOf(connection).stock_start, now })
  const unknown = untracked.filter(({ claim }) => !counterLevels.has(claim.variant_uuid))
  await startTracking(
    client.inventory,
    unknown.map(({ claim }) => claim)
  )
  const movements = [
    ...unknown.map(({ claim, level }) => toMove(claim, "baseline", level)),
    ...met.map(({ claim, shopLevel, posLevel }) => toMove(claim, "pushed", subtractBalances(shopLevel, posLevel))),
    ...managed
      .filter(({ claim }) => claim.tracked)
      .map(({ claim, level }) => toMove(claim, "pushed", subtractBalances(level, claim.pos_balance ?? 0))),
    // A baseline is recorded even when it is 0, so that tracking is known to have begun.
  ].filter(({ kind, change }) => kind === "baseline" || change !== "0")
  if (movements.length === 0) {
    return refused
  }
  const identifier = chooseUuid()
  await recordSending(knex, { connectionId: connection.id, identifier, movements, now })
  const sending = movements.map(({ variantUuid, productUuid, change }) => ({
    identifier,
    variant_uuid: variantUuid,
    product_uuid: productUuid,
    change,
  }))
  return [...refused, ...(await sendMovements(sender, sending))]
}

const toMove = (claim: ClaimedStock, kind: ShopMovement["kind"], change: string): ShopMovement => ({
  variantLinkId: claim.id,
  variantUuid: claim.variant_uuid,
  productUuid: claim.product_uuid,
  change,
  kind,
})

type InventoryApi = NonNullable<PosClient["inventory"]>

/** Tracking begins with a baseline; enabling it twice changes nothing at the service. */
async function startTracking(inventory: InventoryApi, claims: ClaimedStock[]): Promise<void> {
  const productUuids = new Set(claims.map((claim) => claim.product_uuid))
  if (productUuids.size > 0) {
    await inventory.setTracking([...productUuids].map((productUuid) => ({ productUuid, tracking: "enable" })))
  }
}
