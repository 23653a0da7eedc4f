import type { ClaimedProductLink } from "../../modules/pos/queries/outbox/product-outbox"
import type { PushSettings } from "../../vocabulary/push-settings"
import type { ReadProduct } from "./read-products"

/**
 * What becomes of a link's product: `sold` at the counter; `excluded`: taken from there, because the connection does not
 * sell it; `kept`: not sold, but left there; `removed`: taken from there, since the shop deleted it; `forgotten`: the
 * shop deleted it, and it is left there.
 */
export type Fate = "sold" | "excluded" | "kept" | "removed" | "forgotten"

/** A merchant's word on the product goes before the selection; drafts are never sold. */
export function fateOf(
  link: Pick<ClaimedProductLink, "inclusion" | "at_counter" | "awaits_publishing">,
  read: ReadProduct | undefined,
  { leave_policy }: PushSettings
): Fate {
  // A draft that was made of a product at the counter is no reason to take that from there.
  const isLeft = leave_policy === "keep" || link.awaits_publishing
  if (!read) {
    return isLeft ? "forgotten" : "removed"
  }
  const isChosen = link.inclusion === "include" || (link.inclusion === "auto" && read.selected)
  if (isChosen && read.published) {
    return "sold"
  }
  return isLeft && link.at_counter ? "kept" : "excluded"
}
