import { StatusBadge } from "@medusajs/ui"
import { useTexts } from "../../hooks/common/use-texts"

/** Says that stock is at or below the level from which on it is low; of several variants, of how many. */
export const LowBadge = ({ of = null }: { of?: number | null }) => {
  const { t } = useTexts()
  return (
    <StatusBadge color="orange" className="text-nowrap">
      {of === null ? t("lowStock.low") : t("lowStock.variants", { count: of })}
    </StatusBadge>
  )
}
