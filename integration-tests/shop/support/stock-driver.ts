import type { AxiosInstance } from "axios"
import type { MedusaContainer } from "@medusajs/framework/types"
import { updateInventoryLevelsWorkflow } from "@medusajs/medusa/core-flows"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { eventually } from "./eventually"
import { lookAgain } from "./look-again"
import type { ConnectedStore } from "./use-connected-store"

const levelsSchema = z.looseObject({
  rows: z.array(z.object({ inventory_item_id: z.string(), stocked: z.number() })),
})

type Tools = { api: AxiosInstance; getContainer: () => MedusaContainer; dbConnection: Knex }

/** Levels of both sides by SKU, and hands to move them; for tests of stock. Each test has a stage of its own. */
export function createStockDriver({ api, getContainer, dbConnection }: Tools, here: ConnectedStore) {
  const level = async (sku: string, locationId = here.shop.stockLocationId) => {
    const { rows } = levelsSchema.parse(
      await dbConnection.raw(
        `SELECT level.inventory_item_id, level.stocked_quantity::float AS stocked FROM product_variant AS variant
         JOIN product_variant_inventory_item AS item ON item.variant_id = variant.id
         JOIN inventory_level AS level ON level.inventory_item_id = item.inventory_item_id AND level.deleted_at IS NULL
         WHERE variant.sku = ? AND level.location_id = ?`,
        [sku, locationId]
      )
    )
    const [found] = rows
    if (!found) {
      throw new Error(`The store has no level of ${sku}`)
    }
    return found
  }
  const stocked = async (sku: string): Promise<number> => (await level(sku)).stocked

  const productOf = async (sku: string) => {
    const variant = await here.fixture.variant(sku)
    const product = (await here.fixture.posDriver.products()).find(({ balances }) => variant.uuid in balances)
    return { productUuid: product?.uuid ?? "", variantUuid: variant.uuid, balance: product?.balances[variant.uuid] }
  }
  const posBalance = async (sku: string) => (await productOf(sku)).balance

  const change = async (sku: string, by: number) => {
    const { productUuid, variantUuid } = await productOf(sku)
    await here.fixture.posDriver.changeStock({ productUuid, variantUuid, change: by })
  }

  const settings = async (body: object) =>
    api.post(`/admin/pos/connections/${here.fixture.connectionId}/inbound-settings`, body, here.fixture.admin)

  const setLevel = async (sku: string, quantity: number) =>
    updateInventoryLevelsWorkflow(getContainer()).run({
      input: {
        updates: [
          {
            inventory_item_id: (await level(sku)).inventory_item_id,
            location_id: here.shop.stockLocationId,
            stocked_quantity: quantity,
          },
        ],
      },
    })

  const both = async (sku: string, storeLevel: number, posLevel: string) =>
    eventually(async () => {
      expect({ shop: await stocked(sku), pos: await posBalance(sku) }).toEqual({ shop: storeLevel, pos: posLevel })
    })

  const differences = async () =>
    (
      await here.fixture.get<{ stock_differences: Record<string, string>[] }>(
        `/admin/pos/stock-differences?state=open&connection_id=${here.fixture.connectionId}`
      )
    ).stock_differences

  /** The link forgets what it knew: as if both sides had never met. */
  const forget = async (sku: string) => {
    const { variantUuid } = await productOf(sku)
    await dbConnection.raw(
      `UPDATE pos_variant_link SET tracked = false, pos_balance = NULL, stock_revision = stock_revision + 1
       WHERE variant_uuid = ?`,
      [variantUuid]
    )
  }

  /** Compares both sides, and again as if a minute had passed: what has not moved meanwhile is settled by policy. */
  const reconcile = async () => {
    const { pos, connectionId, admin } = here.fixture
    const { data } = await api.post(`/admin/pos/connections/${connectionId}/reconcile`, {}, admin)
    const runId = z.looseObject({ run_id: z.string() }).parse(data).run_id
    await eventually(async () => {
      await lookAgain(getContainer(), runId)
      expect((await pos.retrievePosRun(runId)).state).toBe("finished")
    })
    return (await pos.retrievePosRun(runId)).details
  }

  /** What the POS would report a movement of the POS's. */
  const balanceChanged = async (
    sku: string,
    [before, after]: [string, string],
    reported: { at?: Date; externalUuid?: string | null } = {}
  ) => {
    const { productUuid, variantUuid } = await productOf(sku)
    const { inventories } = await here.fixture.pos.findConnection(here.fixture.connectionId)
    const entry = (balance: string) => [{ locationUuid: inventories?.STORE, productUuid, variantUuid, balance }]
    return {
      ...(reported.at ? { updated: { timestamp: reported.at.toISOString() } } : {}),
      balanceBefore: entry(before),
      balanceAfter: entry(after),
      externalUuid: reported.externalUuid ?? null,
    }
  }

  /** Reports it, and waits until the store has dealt with it. */
  const notify = async (eventName: string, payload: object, messageId?: string) => {
    expect((await here.fixture.notify(eventName, payload, { messageId })).status).toBe(200)
    await eventually(async () => {
      const open = await here.fixture.pos.listPosInboxEntries({
        connection_id: here.fixture.connectionId,
        state: "pending",
      })
      expect(open).toEqual([])
    })
  }

  return {
    level,
    stocked,
    productOf,
    posBalance,
    change,
    settings,
    setLevel,
    both,
    differences,
    forget,
    reconcile,
    balanceChanged,
    notify,
  }
}
