import { useTexts } from "../../hooks/common/use-texts"
import { formatMoney } from "../../lib/format/money"

/** An amount of minor units in the currency's own form. */
export const Money = ({ amount, currency }: { amount: number; currency: string }) => {
  const { language } = useTexts()
  return <span className="text-nowrap tabular-nums">{formatMoney(amount, currency, language)}</span>
}
