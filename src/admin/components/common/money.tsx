import { useTranslation } from "react-i18next"
import { formatMoney } from "../../lib/format/money"

/** An amount of minor units in the currency's own form. */
export const Money = ({ amount, currency }: { amount: number; currency: string }) => {
  const { i18n } = useTranslation()
  return <span className="text-nowrap tabular-nums">{formatMoney(amount, currency, i18n.language)}</span>
}
