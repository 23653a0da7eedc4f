import { type Measure, MEASURES } from "../../../contract/reports"
import { formatMoney, formatQuantity } from "./amounts"

/** A number in the reader's format; a dash for an unknown one. */
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
