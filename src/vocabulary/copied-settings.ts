import { CHOSEN_MIRROR_FIELDS } from "./mirror-settings"
import { PUSH_FIELDS } from "./push-settings"

/** Settings of which a connection has copies made, by name: all that are chosen on its page. */
export const COPIED_SETTINGS = [...keysOf(PUSH_FIELDS), ...keysOf(CHOSEN_MIRROR_FIELDS)]

/**
 * Why a setting stays as it is. `other-currency`: its region sells in another currency; `other-country`: a chart of
 * accounts and rates of VAT are a country's; `no-inventory`: the service's inventory interface is not known there.
 */
export const LEFT_OUT_REASONS = ["other-currency", "other-country", "no-inventory"] as const

export type CopiedSetting = keyof typeof PUSH_FIELDS | keyof typeof CHOSEN_MIRROR_FIELDS
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number]

function keysOf<Fields extends object>(fields: Fields): (keyof Fields)[] {
  const isKey = (name: string): name is keyof Fields & string => name in fields
  return Object.keys(fields).filter(isKey)
}
