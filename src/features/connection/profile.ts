import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import type { InboundSettings } from "../../contract/settings"
import { isTimeZone, proposedTimeZone } from "../../contract/time"
import { POS_MODULE } from "../../modules/pos"
import {
  type ConnectionRecord,
  getInboundSettings,
  getMerchantDetails,
  getProfileWarning,
  type ProfileWarning,
  toInboundSettingsLock,
  toMerchantDetails,
} from "../../modules/pos/connection-record"
import { replacedJson } from "../../modules/pos/database/json-text"
import { PosError } from "../../modules/pos/errors"
import type { Organization } from "../../pos-api/contract"
import { notifyAdmin } from "../../runtime/send-notification"
import { markAllDue } from "../catalog"

type Taxation = { taxation_mode: string | null; taxation_type: string | null }

/** Returns the taxation of a profile; null values when the profile is not known. */
export function getTaxation(profile: Organization | null): Taxation {
  return { taxation_mode: profile?.taxationMode ?? null, taxation_type: profile?.taxationType ?? null }
}

/**
 * Applies an organization's profile. A changed taxation makes all prices due, because the POS then interprets them
 * differently. A changed currency pauses the connection, because all prices of its region are wrong; one that a person
 * paused stays paused afterwards. The admin is notified of each once.
 * @param at the profile's time; one older than the stored profile is ignored
 * @returns false for an older profile
 */
export async function applyProfile(
  container: MedusaContainer,
  connection: ConnectionRecord,
  { profile, at }: { profile: Organization; at: Date }
): Promise<boolean> {
  if (connection.profile_at && at < connection.profile_at) {
    return false
  }
  const pos = container.resolve(POS_MODULE)
  const warning = getWarning(connection, profile, at)
  const taxation = getTaxation(profile)
  const isTaxedAnew =
    taxation.taxation_mode !== connection.taxation_mode || taxation.taxation_type !== connection.taxation_type
  const knownWarning = getProfileWarning(connection)
  // If the currency is the region's again, the warning needs no confirmation.
  const isOver = knownWarning?.kind === "currency" && warning?.kind !== "currency"
  const formerTimeZones = getTimeZones(connection)
  const { time_zone, chosen } = chooseTimeZone(formerTimeZones, { named: profile.timeZone })
  const update = async (inbound: { inbound_settings?: InboundSettings }) =>
    pos.updatePosConnections({
      id: connection.id,
      organization_name: profile.name ?? connection.organization_name,
      merchant_details: toMerchantDetails(profile) ?? getMerchantDetails(connection),
      country_code: profile.country?.toLowerCase() ?? connection.country_code,
      time_zone,
      ...inbound,
      customer_status: profile.customerStatus ?? connection.customer_status,
      ...taxation,
      profile_at: at,
      ...(isOver ? { profile_warning: null } : {}),
      ...(isOver && isPausedBy(connection, knownWarning) ? { state: "active" as const, state_reason: null } : {}),
      ...(warning ? { profile_warning: replacedJson(warning) } : {}),
      ...(warning?.kind === "currency" && (connection.state === "active" || isPausedBy(connection, knownWarning))
        ? { state: "paused" as const, state_reason: warning.message }
        : {}),
    })
  if (chosen === formerTimeZones.chosen) {
    await update({})
  } else {
    await pos.alone(toInboundSettingsLock(connection.id), async () => {
      const settings = getInboundSettings(await pos.findConnection(connection.id))
      await update({ inbound_settings: { ...settings, time_zone: chosen } })
    })
  }
  if (isTaxedAnew || isOver) {
    await pos.query((sql) => markAllDue(sql, connection.id))
  }
  if (warning && !isSame(knownWarning, warning)) {
    await notifyAdmin(container, {
      title: `Point of sale: another ${warning.kind}`,
      description: warning.message,
      key: `pos:profile:${connection.id}:${warning.kind}:${warning.after}:${warning.found_at}`,
    })
  }
  return true
}

/** Returns whether a connection was paused because of a warning, and not by a person. */
export const isPausedBy = (
  { state, state_reason }: Pick<ConnectionRecord, "state" | "state_reason">,
  warning: ProfileWarning | null
): boolean => state === "paused" && warning !== null && state_reason === warning.message

const isSame = (left: ProfileWarning | null, right: ProfileWarning) =>
  left?.kind === right.kind && left.after === right.after

function getWarning(connection: ConnectionRecord, profile: Organization, at: Date): ProfileWarning | null {
  const name = profile.name ?? connection.organization_name ?? connection.organization_uuid
  const found_at = at.toISOString()
  const [before, after] = [connection.currency_code.toUpperCase(), profile.currency?.toUpperCase()]
  if (after && after !== before) {
    const message =
      `${name} now sells in ${after}, and the connection's region in ${before}. Nothing is sent or imported until a region ` +
      `with ${after} is chosen; what the POS sends meanwhile is kept.`
    return { kind: "currency", before, after, found_at, message }
  }
  const words = ({ taxation_mode, taxation_type }: Taxation) =>
    [taxation_type, taxation_mode].filter(Boolean).join(" ") || null
  const formerWords = words(connection)
  const present = words(getTaxation(profile))
  if (formerWords === present) {
    return null
  }
  const message =
    `${name} now sells under ${present ?? "no taxation"} instead of ${formerWords ?? "none"}. The POS reads prices again, so ` +
    "all prices and taxes of the store's products are sent again; check a few at the register."
  return { kind: "taxation", before: formerWords, after: present, found_at, message }
}

/** A merchant chose a time zone other than the POS's. */
export class TimeZoneOfPosError extends PosError {
  constructor(timeZone: string) {
    super(
      "pos_time_zone_of_pos",
      `The POS names the time zone ${timeZone}, which is used. Change it there; a time zone is chosen here only where the ` +
        "POS names none."
    )
  }
}

/** `time_zone`: in use; `chosen`: the setting, null where the POS's profile names the time zone. */
export type TimeZones = { time_zone: string | null; chosen: string | null }

const isKnown = (timeZone: string | null | undefined): timeZone is string =>
  typeof timeZone === "string" && isTimeZone(timeZone)

/** Returns a connection's stored time zones. */
export const getTimeZones = (connection: Pick<ConnectionRecord, "time_zone" | "inbound_settings">): TimeZones => ({
  time_zone: connection.time_zone,
  chosen: getInboundSettings(connection).time_zone,
})

/** Returns the time zone that the POS's profile names; null where it is chosen in the store, or none is known. */
export const timeZoneOfPos = ({ time_zone, chosen }: TimeZones): string | null =>
  chosen === null && isKnown(time_zone) ? time_zone : null

/**
 * Returns the time zone of a connection's days: the one in the POS's profile, now or earlier, because an unreadable
 * profile says nothing about it; else the merchant's choice. An unknown name is kept for the issue that reports it.
 * @param named in the POS's profile
 * @param wanted the merchant's choice; undefined: no change
 */
export function chooseTimeZone(
  former: TimeZones | null,
  { named, wanted }: { named?: string | null | undefined; wanted?: string | null | undefined }
): TimeZones {
  if (isKnown(named)) {
    return { time_zone: named, chosen: null }
  }
  const ofPos = former === null ? null : timeZoneOfPos(former)
  if (ofPos !== null) {
    return { time_zone: ofPos, chosen: null }
  }
  const chosenValue = wanted === undefined ? (former?.chosen ?? null) : wanted
  const unknown = named ?? (former?.chosen === null ? former.time_zone : null)
  return { time_zone: chosenValue ?? unknown, chosen: chosenValue }
}

const regionSchema = z.object({ countries: z.array(z.object({ iso_2: z.string() })) })

/** Proposes the time zone of the organization's country, else of the only country in the connection's region. */
export async function proposeTimeZone(
  container: MedusaContainer,
  connection: { country_code: string | null; region_id: string }
): Promise<string | null> {
  if (connection.country_code !== null) {
    return proposedTimeZone(connection.country_code)
  }
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "region", fields: ["id", "countries.iso_2"], filters: { id: connection.region_id } })
  const [country, ...others] = z
    .array(regionSchema)
    .parse(data)
    .flatMap(({ countries }) => countries)
  return country !== undefined && others.length === 0 ? proposedTimeZone(country.iso_2) : null
}
