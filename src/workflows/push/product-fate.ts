import type { ClaimedProductLink } from "../../modules/pos/queries/product-claims"
import type { PushSettings } from "../../modules/pos/push-settings"
import type { ReadProduct } from "../shop/read-products"

/**
 * What becomes of a link's product: `sold` at the counter; `excluded`: taken from there, because the connection does not
 * sell it; `kept`: not sold, but left there; `removed`: taken from there, since the shop deleted it; `forgotten`: the
 * shop deleted it, and it is left there.
 */
export type Fate = "sold" | "excluded" | "kept" | "removed" | "forgotten"

/** A merchant's word on the product goes before the selection; drafts are never sold. */
export function fateOf(
  link: Pick<ClaimedProductLink, "inclusion" | "at_counter">,
  read: ReadProduct | undefined,
  { leave_policy }: PushSettings
): Fate {
  if (!read) {
    return leave_policy === "keep" ? "forgotten" : "removed"
  }
  const isChosen = link.inclusion === "include" || (link.inclusion === "auto" && read.selected)
  if (isChosen && read.published) {
    return "sold"
  }
  return leave_policy === "keep" && link.at_counter ? "kept" : "excluded"
}
