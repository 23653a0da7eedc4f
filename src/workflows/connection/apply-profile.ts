import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { type ProfileWarning, profileWarningOf } from "../../modules/pos/profile-warning"
import { markAllDue } from "../../modules/pos/queries/outbox/product-marks"
import type { Organization } from "../../pos-api/contract"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { notifyAdmin } from "./notify-admin"

type Taxation = { taxation_mode: string | null; taxation_type: string | null }

/** How an organisation is taxed; null when its profile is not known. */
export function taxationOf(profile: Organization | null): Taxation {
  return { taxation_mode: profile?.taxationMode ?? null, taxation_type: profile?.taxationType ?? null }
}

/**
 * Takes an organisation's profile over. Another taxation makes every price due, since the counter reads them anew; another
 * currency pauses the connection, since no price of its region is right any more. Both are told to the admin once.
 * @param at when the profile was told; an older one than the known changes nothing
 * @returns false for an older one
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
  const warning = warningOf(connection, profile, at)
  const taxation = taxationOf(profile)
  const isTaxedAnew =
    taxation.taxation_mode !== connection.taxation_mode || taxation.taxation_type !== connection.taxation_type
  const known = profileWarningOf(connection)
  // A currency that is the region's again needs nobody's word any more.
  const isOver = known?.kind === "currency" && warning?.kind !== "currency"
  await pos.updatePosConnections({
    id: connection.id,
    organization_name: profile.name ?? connection.organization_name,
    country_code: profile.country?.toLowerCase() ?? connection.country_code,
    time_zone: profile.timeZone ?? connection.time_zone,
    customer_status: profile.customerStatus ?? connection.customer_status,
    ...taxation,
    profile_at: at,
    ...(isOver ? { profile_warning: null } : {}),
    ...(isOver && connection.state === "paused" ? { state: "active" as const, state_reason: null } : {}),
    ...(warning ? { profile_warning: { ...warning } } : {}),
    ...(warning?.kind === "currency" && connection.state !== "disconnected"
      ? { state: "paused" as const, state_reason: warning.message }
      : {}),
  })
  if (isTaxedAnew || isOver) {
    await pos.query((sql) => markAllDue(sql, connection.id))
  }
  if (warning && !isSame(known, warning)) {
    await notifyAdmin(container, {
      title: `Point of sale: another ${warning.kind}`,
      description: warning.message,
      key: `pos:profile:${connection.id}:${warning.kind}:${warning.after}:${warning.found_at}`,
    })
  }
  return true
}

const isSame = (one: ProfileWarning | null, other: ProfileWarning) =>
  one?.kind === other.kind && one.after === other.after

function warningOf(connection: ConnectionRecord, profile: Organization, at: Date): ProfileWarning | null {
  const name = profile.name ?? connection.organization_name ?? connection.organization_uuid
  const found_at = at.toISOString()
  const [before, after] = [connection.currency_code.toUpperCase(), profile.currency?.toUpperCase()]
  if (after && after !== before) {
    const message =
      `${name} now sells in ${after}, and the connection's region in ${before}. Nothing is sent or mirrored until a region ` +
      `with ${after} is chosen; what the service tells meanwhile is kept.`
    return { kind: "currency", before, after, found_at, message }
  }
  const words = ({ taxation_mode, taxation_type }: Taxation) =>
    [taxation_type, taxation_mode].filter(Boolean).join(" ") || null
  const former = words(connection)
  const present = words(taxationOf(profile))
  if (former === present) {
    return null
  }
  const message =
    `${name} now sells under ${present ?? "no taxation"} instead of ${former ?? "none"}. The counter reads prices anew, so ` +
    "all prices and taxes of the shop's products are sent again; check a few at the till."
  return { kind: "taxation", before: former, after: present, found_at, message }
}
