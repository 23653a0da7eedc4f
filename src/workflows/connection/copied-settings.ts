import { isDeepStrictEqual } from "node:util"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { mirrorSettingsOf } from "../../modules/pos/mirror-settings"
import { pushSettingsOf } from "../../modules/pos/push-settings"
import { COPIED_SETTINGS, type CopiedSetting, type LeftOutReason } from "../../vocabulary/copied-settings"
import type { ChosenMirrorSettings } from "../../vocabulary/mirror-settings"
import type { PushSettings } from "../../vocabulary/push-settings"

type Settings = PushSettings & ChosenMirrorSettings

/** What copying would change, and what of the other connection's does not fit here. */
export type CopiedSettings = {
  changes: { name: CopiedSetting; before: unknown; after: unknown }[]
  left_out: { name: CopiedSetting; reason: LeftOutReason }[]
  /** all settings as they would be */
  settings: Settings
}

/**
 * The settings of one connection as another may have them. Where a connection belongs (sales channel, stock location,
 * region) and its credentials are no settings and stay; so do the days of its books that are closed, its numbers at
 * DATEV, and what would not fit its currency, its country or its interfaces.
 * @param regionCurrency of the region whose prices `from` shows; null: it names none
 */
export function copiedSettings(
  from: ConnectionRecord,
  to: ConnectionRecord,
  regionCurrency: string | null
): CopiedSettings {
  const [theirs, own] = [settingsOf(from), settingsOf(to)]
  const fitsRegion = regionCurrency === null || regionCurrency.toLowerCase() === to.currency_code
  const fitsBooks = from.country_code === to.country_code && from.currency_code === to.currency_code
  const fitsStock = theirs.stock_policy !== "two-way" || to.inventories !== null
  const { accounts, rates, fiscal_year_start } = theirs.books
  const settings: Settings = {
    ...theirs,
    price: { ...theirs.price, region_id: fitsRegion ? theirs.price.region_id : own.price.region_id },
    stock_policy: fitsStock ? theirs.stock_policy : own.stock_policy,
    // A connection's own location feeds its counter in any case.
    feeding_location_ids: theirs.feeding_location_ids.filter((id) => id !== to.stock_location_id),
    books: fitsBooks ? { ...own.books, accounts, rates, fiscal_year_start } : own.books,
  }
  const leftOut = [
    { name: "price", reason: "other-currency", fits: fitsRegion },
    { name: "stock_policy", reason: "no-inventory", fits: fitsStock },
    { name: "books", reason: "other-country", fits: fitsBooks || Object.keys(accounts).length + rates.length === 0 },
  ] as const
  return {
    changes: COPIED_SETTINGS.filter((name) => !isSame(own[name], settings[name])).map((name) => ({
      ...{ name, before: own[name], after: settings[name] },
    })),
    left_out: leftOut.filter(({ fits }) => !fits).map(({ name, reason }) => ({ name, reason })),
    settings,
  }
}

function settingsOf(connection: ConnectionRecord): Settings {
  const { field_owners, ...push } = pushSettingsOf(connection)
  const { stock_policy } = connection
  // A field that is the shop's may be named or not.
  const owners = Object.entries(field_owners).filter(([, owner]) => owner === "counter")
  return { ...push, field_owners: Object.fromEntries(owners), stock_policy, ...mirrorSettingsOf(connection) }
}

/** The order of ids says nothing. */
function isSame(one: unknown, other: unknown): boolean {
  return Array.isArray(one) && Array.isArray(other)
    ? isDeepStrictEqual(one.toSorted(), other.toSorted())
    : isDeepStrictEqual(one, other)
}
