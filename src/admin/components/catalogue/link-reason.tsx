import { Tooltip } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { ProductLink } from "../../lib/answers/product-link"

/** Why a product stands as it does: its rejection, else what is to be known of it, else a stock error. */
export const LinkReason = ({ link }: { link: ProductLink }) => {
  const { t } = useTranslation("pos")
  const stock = link.variants.find(({ stock_error }) => stock_error !== null)?.stock_error
  const reason = link.rejection ?? link.notes[0] ?? stock
  return reason ? (
    <Tooltip content={<span className="break-words">{reason}</span>} maxWidth={480}>
      <span className="block max-w-80 truncate">{reason}</span>
    </Tooltip>
  ) : (
    <span className="text-ui-fg-muted">{t("none")}</span>
  )
}
