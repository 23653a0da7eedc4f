import { useTexts } from "../../hooks/common/use-texts"
import type { Sheet } from "../../lib/answers/receipt"
import { Money } from "../common/money"
import { PaperLine } from "./paper-line"

/** The taxes of a receipt by rate: lines that are added to its rows, or parts of its total. */
export const PaperTaxes = ({ sheet, currency }: { sheet: Sheet; currency: string }) => {
  const { t } = useTexts()
  const withRate = sheet.tax_is_added ? "receipts.addedTaxAt" : "receipts.taxAt"
  const withoutRate = sheet.tax_is_added ? "receipts.addedTaxWithoutRate" : "receipts.taxWithoutRate"
  return (
    <>
      {sheet.tax_by_rate
        .filter(({ percentage, amount }) => percentage !== null || amount !== 0)
        .map(({ percentage, amount }) => (
          <PaperLine
            key={percentage}
            name={percentage === null ? t(withoutRate) : t(withRate, { percentage })}
            amount={<Money amount={amount} currency={currency} />}
          />
        ))}
    </>
  )
}
