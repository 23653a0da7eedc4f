import { type Measure, MEASURES } from "../../../vocabulary/report"
import { formatMoney } from "./money"
import { formatQuantity } from "./quantity"

/** A figure in the reader's form; a dash for what cannot be told. */
export function writeFigure(
  measure: Measure,
  value: number | string | null | undefined,
  currency: string | null,
  language: string
): string {
  if (value === null) {
    return "–"
  }
  return MEASURES[measure] === "money"
    ? formatMoney(Number(value ?? 0), currency ?? "", language)
    : formatQuantity(String(value ?? 0), language)
}
