import { clx } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useTexts } from "../../hooks/common/use-texts"
import type { PriceOfSides, PriceSpan, StockOfSides } from "../../lib/answers/product"
import { formatMoney, formatQuantity } from "../../lib/format/amounts"
import { formatTime } from "../../lib/format/time"

type Figures = {
  here: string | null
  there: string | null
  differs: boolean
  /** what else is known of the POS's value */
  notes?: ReactNode
}

/** A value of the store above the POS's; the POS's is highlighted where any variant differs. */
const HereAndThere = ({ here, there, differs, notes }: Figures) => {
  const { t } = useTexts()
  return (
    <dl className="text-nowrap py-2 tabular-nums">
      <div>
        <dt className="sr-only">{t("catalog.here")}</dt>
        <dd>{here ?? t("none")}</dd>
      </div>
      <div className={clx(differs ? "text-ui-tag-orange-text" : "text-ui-fg-subtle")}>
        <dt className="sr-only">{t("catalog.there")}</dt>
        <dd>
          {there ?? t("none")}
          {differs && <span className="sr-only"> {t("catalog.differs")}</span>}
          {notes}
        </dd>
      </div>
    </dl>
  )
}

type StockProps = { stock: StockOfSides | undefined; timeZone: string | null }

/** Stock of all variants of a product, in the store, and as it was last read of the POS. */
export const StockAtBothSides = ({ stock, timeZone }: StockProps) => {
  const { t, language } = useTexts()
  if (!stock) {
    return <HereAndThere here={null} there={null} differs={false} />
  }
  const { store, pos, read_at, expected, not_tracked, differs } = stock
  const write = (quantity: string | null) => (quantity === null ? null : formatQuantity(quantity, language))
  return (
    <HereAndThere
      here={write(store)}
      there={not_tracked ? t("catalog.notTracked") : write(pos)}
      differs={differs}
      notes={
        <span className="txt-compact-xsmall">
          {expected !== null && (
            <span className="block">{t("catalog.expected", { level: formatQuantity(expected, language) })}</span>
          )}
          {read_at !== null && (
            <time className="text-ui-fg-subtle block" dateTime={read_at}>
              {t("catalog.readAt", { at: formatTime(read_at, language, timeZone) })}
            </time>
          )}
        </span>
      }
    />
  )
}

/** The price of a product, or from its cheapest variant to its dearest, in the store and at the POS. */
export const PriceAtBothSides = (props: { price: PriceOfSides | undefined; currency: string }) => {
  const { language } = useTexts()
  const format = (amount: number) => formatMoney(amount, props.currency, language)
  const write = (span: PriceSpan | null | undefined) => {
    if (!span) {
      return null
    }
    const { lowest, highest } = span
    return lowest === highest ? format(lowest) : `${format(lowest)} – ${format(highest)}`
  }
  const { price } = props
  return <HereAndThere here={write(price?.store)} there={write(price?.pos)} differs={price?.differs ?? false} />
}
