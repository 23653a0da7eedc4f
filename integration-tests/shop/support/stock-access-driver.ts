import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import { POS_MODULE } from "../../../src/modules/pos"

/** How stock is read and written. */
export type Access = "sql" | "services"

/** Forces the access to stock, as the option `medusaAccess.stock` does; ends with jest's mocks. */
export async function forceStockAccess(container: MedusaContainer, access: Access): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  if (jest.isMockFunction(pos.getOptions)) {
    jest.mocked(pos.getOptions).mockRestore()
  }
  const options = await pos.getOptions()
  jest
    .spyOn(pos, "getOptions")
    .mockResolvedValue({ ...options, medusaAccess: { ...options.medusaAccess, stock: access } })
}

const levelsSchema = z.looseObject({
  rows: z.array(
    z.looseObject({
      inventory_item_id: z.string(),
      location_id: z.string(),
      metadata: z.record(z.string(), z.unknown()).nullable(),
    })
  ),
})

/**
 * All levels of the store, all columns of each but what no two writes have in common: the time of the change, the ID
 * and time of a level that was created, and the number of the last write by services.
 */
export async function readLevels(knex: Knex, known: ReadonlySet<string>) {
  const { rows } = levelsSchema.parse(
    await knex.raw("SELECT * FROM inventory_level ORDER BY inventory_item_id, location_id, deleted_at NULLS FIRST")
  )
  return rows.map(({ id, created_at, updated_at: _updatedAt, metadata, ...columns }) => {
    const { pos_last_write: _number, ...others } = metadata ?? {}
    const isKnown = known.has(String(id))
    return {
      ...columns,
      id: isKnown ? id : "new",
      created_at: isKnown ? created_at : "now",
      metadata: Object.keys(others).length === 0 ? null : others,
    }
  })
}

/** The store's levels as they are now, to be put back. */
export async function keepLevels(knex: Knex) {
  const rows: { id: string; metadata: unknown }[] = await knex("inventory_level").select()
  return {
    ids: new Set(rows.map(({ id }) => id)),
    putBack: async () => {
      await knex("inventory_level").delete()
      await knex("inventory_level").insert(rows)
    },
  }
}
