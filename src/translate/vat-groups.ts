import { BigNumber } from "bignumber.js"
import type { Purchase } from "../pos-api/contract"
import type { RateFigures } from "./vat-by-rate"

/**
 * Whether the service's own grouping by rate says the same as the rows, but for rounding. It holds the tax or the
 * turnover, and nothing tells which (docs/service.md "[groupedVat]"), so it is no source of figures. Null: there is none.
 */
export function agreesWithGroups({ groupedVatAmounts, products }: Purchase, figures: RateFigures[]): boolean | null {
  if (!groupedVatAmounts || Array.isArray(groupedVatAmounts)) {
    return null
  }
  const groups = Object.entries(groupedVatAmounts)
  const isMeant = (figure: "tax" | "gross") =>
    groups.every(([percentage, amount]) => {
      const told = figures.find(({ rate }) => rate !== null && new BigNumber(rate).isEqualTo(percentage))
      return Math.abs(amount - (told?.[figure] ?? 0)) <= products.length + 1
    })
  return groups.length === 0 ? null : isMeant("tax") || isMeant("gross")
}
