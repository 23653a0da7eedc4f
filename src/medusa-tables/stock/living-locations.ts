import { z } from "@medusajs/framework/zod"
import { mirrorSettingsOf } from "../../modules/pos/mirror-settings"
import type { Sql } from "../../modules/pos/database/sql"
import { type Fragment, fragment } from "../../modules/pos/database/page"

/** Where a connection keeps its stock. */
export type StockPlace = { stock_location_id: string; mirror_settings: unknown }

/** A condition: the connection's own stock location has not been deleted. Without it, its stock is neither sent nor moved. */
export const mainLocationLives = ({ stock_location_id }: StockPlace): Fragment =>
  fragment(
    `EXISTS (SELECT 1 FROM stock_location WHERE stock_location.id = ? AND stock_location.deleted_at IS NULL)`,
    stock_location_id
  )

/** @returns false when the connection's own stock location has been deleted */
export async function hasMainLocation(sql: Sql, place: StockPlace): Promise<boolean> {
  const { text, bindings } = mainLocationLives(place)
  const [row] = await sql(z.object({ lives: z.boolean() }), `SELECT ${text} AS lives`, bindings)
  return row?.lives === true
}

/** An array of the ids of a connection's locations, its own and additional ones, but for those that have been deleted. */
export const livingLocations = (place: StockPlace): Fragment =>
  fragment(
    `ARRAY(SELECT stock_location.id FROM stock_location WHERE stock_location.id = ANY(?) AND stock_location.deleted_at IS NULL)`,
    [place.stock_location_id, ...mirrorSettingsOf(place).feeding_location_ids]
  )
