import { useTexts } from "../../hooks/common/use-texts"
import type { DisconnectPreview as Preview } from "../../lib/answers/connection"

/** What of a wipe's data a merchant knows by name; the rest is bookkeeping that goes with it. */
const TOLD = ["product_links", "receipts", "stock_movements", "gift_cards", "account_transactions", "inbox_entries"]

/** What goes and what stays, in numbers. */
export const DisconnectPreview = ({ preview, wipes }: { preview: Preview; wipes: boolean }) => {
  const { t } = useTexts()
  const wiped = TOLD.filter((name) => (preview.wiped[name] ?? 0) > 0)
  return (
    <ul className="list-disc pl-4">
      <li>{t("disconnect.consequences.notifications")}</li>
      <li>{t("disconnect.consequences.key")}</li>
      <li>{t("disconnect.consequences.push")}</li>
      <li>{t("disconnect.consequences.products")}</li>
      <li>{t("disconnect.kept", preview.kept)}</li>
      {preview.kept.orders > 0 && (
        <li>
          {preview.details_erased_after_months === null
            ? t("disconnect.detailsStay")
            : t("disconnect.detailsErased", { count: preview.details_erased_after_months })}
        </li>
      )}
      {wipes ? (
        wiped.map((name) => <li key={name}>{t(`disconnect.wiped.${name}`, { count: preview.wiped[name] ?? 0 })}</li>)
      ) : (
        <li>{t("disconnect.consequences.again")}</li>
      )}
    </ul>
  )
}
