import type { FoundMoneyDifference } from "../../modules/pos/queries/finance/money-differences"
import type { MoneyDifferenceCause } from "../../vocabulary/money"
import type { DayAtService } from "./money-run"

/** Receipts of a day. */
export type DayInShop = { count: number; amount: number }

const NONE: DayAtService & DayInShop = { count: 0, amount: 0, missing: 0, differing: 0 }

/** What is wrong with a day; null when the service has as many purchases as the shop has receipts, of the same amount. */
export function judgeDay(
  day: string,
  { service = NONE, shop = NONE }: { service: DayAtService | undefined; shop: DayInShop | undefined }
): Pick<
  FoundMoneyDifference,
  "kind" | "subject" | "cause" | "expected" | "found" | "expected_count" | "found_count"
> | null {
  const isSame = service.count === shop.count && service.amount === shop.amount
  if (isSame && service.missing === 0 && service.differing === 0) {
    return null
  }
  return {
    ...{ kind: "purchases", subject: day, cause: causeOf(service) },
    ...{ expected: service.amount, found: shop.amount, expected_count: service.count, found_count: shop.count },
  }
}

/** What can be mended comes first. */
function causeOf({ missing, differing }: DayAtService): MoneyDifferenceCause {
  return missing > 0 ? "receipts-missing" : differing > 0 ? "amounts-differ" : "unknown-to-service"
}
