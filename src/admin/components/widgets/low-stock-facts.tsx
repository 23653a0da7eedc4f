import { useTexts } from "../../hooks/common/use-texts"
import type { VariantLink } from "../../lib/answers/product-link"
import { isLow, lowStockLevels } from "../../lib/format/low-stock"
import { formatQuantity } from "../../lib/format/quantity"
import type { Fact } from "../common/facts"
import { LowBadge } from "../common/low-badge"

/** From which level on variants are low at the counter, and whether they are; nothing where none is known. */
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
        {low > 0 && <LowBadge of={variants.length > 1 ? low : null} />}
      </span>
    )
    return levels.length > 0 ? [{ label: t("lowStock.level"), value }] : []
  }
}
