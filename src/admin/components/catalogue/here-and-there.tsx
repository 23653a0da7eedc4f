import { clx } from "@medusajs/ui"
import { useTexts } from "../../hooks/common/use-texts"
import type { PriceSpan } from "../../lib/answers/product-link"
import { formatMoney } from "../../lib/format/money"
import { formatQuantity } from "../../lib/format/quantity"

/** A figure of the shop above the counter's; the counter's stands out where it is another. */
const HereAndThere = ({ here, there }: { here: string | null; there: string | null }) => {
  const { t } = useTexts()
  const differs = here !== null && there !== null && here !== there
  return (
    <dl className="text-nowrap py-2 tabular-nums">
      <div>
        <dt className="sr-only">{t("catalogue.here")}</dt>
        <dd>{here ?? t("none")}</dd>
      </div>
      <div className={clx(differs ? "text-ui-tag-orange-text" : "text-ui-fg-subtle")}>
        <dt className="sr-only">{t("catalogue.there")}</dt>
        <dd>
          {there ?? t("none")}
          {differs && <span className="sr-only"> {t("catalogue.differs")}</span>}
        </dd>
      </div>
    </dl>
  )
}

type Sides<Value> = { shop: Value | null; counter: Value | null }

/** Stock of all variants of a product, in the shop and at the counter. */
export const StockOfSides = ({ stock }: { stock: Sides<string> | undefined }) => {
  const { language } = useTexts()
  const write = (quantity: string | null | undefined) => (quantity ? formatQuantity(quantity, language) : null)
  return <HereAndThere here={write(stock?.shop)} there={write(stock?.counter)} />
}

/** The price of a product, or from its cheapest variant to its dearest, in the shop and at the counter. */
export const PriceOfSides = (props: { price: Sides<PriceSpan> | undefined; currency: string }) => {
  const { language } = useTexts()
  const format = (amount: number) => formatMoney(amount, props.currency, language)
  const write = (span: PriceSpan | null | undefined) => {
    if (!span) {
      return null
    }
    const { lowest, highest } = span
    return lowest === highest ? format(lowest) : `${format(lowest)} – ${format(highest)}`
  }
  return <HereAndThere here={write(props.price?.shop)} there={write(props.price?.counter)} />
}
