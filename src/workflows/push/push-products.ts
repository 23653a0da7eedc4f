import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import type { ClaimedProductLink, ProductPushResult } from "../../modules/pos/queries/outbox/product-outbox"
import { pushSettingsOf } from "../../modules/pos/push-settings"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { picturesOf } from "../../translate/shop-product"
import { retryOf } from "../queue/retry"
import { readProducts } from "./read-products"
import { leaveProducts, rejectProducts } from "./leave-products"
import { mapProducts, type MappedProduct, toMap } from "./map-products"
import { ensurePictures } from "./ensure-pictures"
import { fateOf } from "./product-fate"
import { ensureUuids, findPlacements } from "./product-uuids"
import { sendMappedProducts, type SentProducts } from "./send-mapped-products"

/**
 * Brings claimed products to the service: those that are gone from the shop or no longer sold there leave by the
 * connection's policy, those that it would refuse are rejected with the reason, those that did not change cost no call,
 * and the rest is sent.
 */
export async function pushProducts(
  container: MedusaContainer,
  connection: ConnectionRecord,
  claims: ClaimedProductLink[],
  now: Date
): Promise<SentProducts> {
  const pos = container.resolve(POS_MODULE)
  const { importThreshold } = await pos.getOptions()
  const client = await pos.clientOf(connection.id, claims.length < importThreshold ? "urgent" : "bulk")
  const settings = pushSettingsOf(connection)
  const read = await readProducts(
    container,
    connection,
    claims.map((claim) => claim.product_id)
  )
  const fates = claims.map((link) => ({ link, fate: fateOf(link, read.get(link.product_id), settings) }))
  const chosen = fates.flatMap(({ link, fate }) => {
    const found = fate === "sold" ? read.get(link.product_id) : undefined
    return found ? [{ link, found, product: found.product }] : []
  })
  const placements = await findPlacements(container, connection.id, chosen)
  const sold = chosen.map(({ link, found }) => toMap(link, found, settings, placements))
  const left = fates.flatMap(({ link, fate }) => (fate === "sold" ? [] : [{ link, fate }]))
  const leaving = { container, connection, client, now }
  const gone = await leaveProducts(leaving, left)
  const uuids = await ensureUuids(container, connection.id, sold)
  const urls = sold.flatMap(({ product }) => picturesOf(product))
  const pictures = await ensurePictures(container, { connection, client, settings, urls })
  const all = await mapProducts(container, connection, sold, uuids, pictures)
  const mapped = all.filter(({ hookError }) => hookError === null)
  // What the developer's own code fails for may pass by itself, as where it asks another service.
  const unhooked = all
    .filter(({ hookError }) => hookError !== null)
    .map(({ link: { id, revision, attempts }, violations, hookError }): ProductPushResult => {
      const retry = retryOf("catalogue", hookError, now, attempts)
      return { id, revision, outcome: "retry", reason: violations.join("; "), ...retry }
    })
  const invalid = mapped.filter(({ violations }) => violations.length > 0)
  const rejected = await rejectProducts(leaving, invalid, settings.invalid_policy === "remove")
  const changed = mapped.filter((one) => one.violations.length === 0 && !isUnchanged(one))
  const { furtherParts } = uuids
  const sent = await sendMappedProducts({ container, connection, client, settings, furtherParts, now, mapped: changed })
  return {
    results: [...gone, ...rejected, ...unhooked, ...mapped.filter(isUnchanged).map(toUnchanged), ...sent.results],
    failure: sent.failure,
  }
}

function isUnchanged({ link, fingerprint, violations }: MappedProduct): boolean {
  return violations.length === 0 && link.fingerprint === fingerprint && !link.counter_changed
}

function toUnchanged({ link: { id, revision }, notes, source }: MappedProduct): ProductPushResult {
  return { id, revision, notes, outcome: "unchanged", source_fingerprint: source }
}
