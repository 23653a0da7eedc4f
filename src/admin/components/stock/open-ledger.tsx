import { Link } from "react-router-dom"
import { useHrefWith } from "../../hooks/common/use-href-with"
import { useTexts } from "../../hooks/common/use-texts"

/** A variant by its name; opens its ledger beside the list. */
export const OpenLedger = ({ variantId, name }: { variantId: string | null; name: string | undefined }) => {
  const { t } = useTexts()
  const hrefWith = useHrefWith()
  return variantId ? (
    <Link to={hrefWith("variant", variantId)} className="text-ui-fg-base block max-w-72 truncate">
      {name ?? variantId}
    </Link>
  ) : (
    <span>{t("none")}</span>
  )
}
