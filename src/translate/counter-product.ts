import type { PosProduct, ProductContent } from "../pos-api/contract"
import { type OwnableField, counterPart, seenAs, shopPart, withoutServiceMembers } from "./ownership"
import { diffProduct } from "./product-patch"

/** What a version of a product at the counter is to the shop. */
export type VersionJudgement = {
  /** true when it differs from what was pushed in a field that the shop owns; false is also how our own push comes back */
  differs: boolean
  /** what the counter has beside the shop's part */
  counterContent: object | null
}

/**
 * Compares what the counter has now with what it took last. Recognises the echo of a push by content, whoever's
 * notification comes first.
 * @param accepted what the counter took last
 */
export function judgeVersion(
  accepted: ProductContent,
  remote: PosProduct,
  counterOwned: ReadonlySet<OwnableField>
): VersionJudgement {
  const shop = shopPart(withoutServiceMembers(accepted), counterOwned)
  return { differs: diffProduct(seenAs(remote, shop), shop) !== null, counterContent: counterPart(remote, shop) }
}
