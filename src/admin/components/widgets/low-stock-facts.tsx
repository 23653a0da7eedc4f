import { useTexts } from "../../hooks/common/use-texts"
import type { VariantLink } from "../../lib/answers/product"
import { formatQuantity } from "../../lib/format/amounts"
import type { Fact } from "../common/figures"
import { LowBadge } from "../common/state-badge"

/** From which level on variants are low at the POS, and whether they are; nothing where none is known. */
export function useLowStockFacts(): (variants: VariantLink[]) => Fact[] {
  const { t, language } = useTexts()
  return (variants) => {
    const levels = lowStockLevels(variants)
    const low = variants.filter(isLow).length
    const [lowest, highest] = [levels[0], levels.at(-1)]
    const written = [...new Set([lowest, highest])].flatMap((level) =>
      level === undefined ? [] : formatQuantity(level, language)
    )
    const value = (
      <span className="flex flex-wrap items-center gap-x-2">
        <span>{written.join("–")}</span>
        {low > 0 && <LowBadge variants={variants.length > 1 ? low : null} />}
      </span>
    )
    return levels.length > 0 ? [{ label: t("lowStock.level"), value }] : []
  }
}

type Kept = { pos_balance: string | null; low_stock_level?: string | null }

/** Whether the POS's stock of a variant is at or below the level from which on it is low; false where none is known. */
export const isLow = ({ pos_balance, low_stock_level = null }: Kept): boolean =>
  pos_balance !== null && low_stock_level !== null && Number(pos_balance) <= Number(low_stock_level)

/** The levels of some variants, each once, the lowest first. */
const lowStockLevels = (variants: Kept[]): string[] =>
  [...new Set(variants.flatMap(({ low_stock_level }) => low_stock_level ?? []))].sort(
    (left, right) => Number(left) - Number(right)
  )
