import { Text } from "@medusajs/ui"
import { Link } from "react-router-dom"
import { useTexts } from "../../hooks/common/use-texts"
import { useTopProducts } from "../../hooks/overview/use-overview"
import { formatQuantity } from "../../lib/format/quantity"
import { Money } from "../common/money"
import { QueryResult } from "../common/query-result"
import { Section } from "../common/section"

/** What was sold most over the counter in the period. */
export const TopProducts = ({ connectionId, days }: { connectionId: string; days: number }) => {
  const { t, language } = useTexts()
  const query = useTopProducts(connectionId, days)
  return (
    <Section title={t("overview.topProducts")}>
      <QueryResult query={query} lines={5}>
        {({ top_products, currency_code }) =>
          top_products.length === 0 ? (
            <Text size="small" className="text-ui-fg-subtle px-6 py-4">
              {t("overview.nothing")}
            </Text>
          ) : (
            <ol className="divide-y">
              {top_products.map(({ name, product_id, quantity, amount }, index) => (
                <li key={index} className="txt-compact-small flex items-center justify-between gap-4 px-6 py-3">
                  <span className="min-w-0 truncate" title={name}>
                    {product_id ? (
                      <Link className="text-ui-fg-base underline" to={`/products/${product_id}`}>
                        {name}
                      </Link>
                    ) : (
                      name
                    )}
                  </span>
                  <span className="text-ui-fg-subtle flex shrink-0 gap-x-4">
                    <span>{t("times", { quantity: formatQuantity(quantity, language) })}</span>
                    <Money amount={amount} currency={currency_code} />
                  </span>
                </li>
              ))}
            </ol>
          )
        }
      </QueryResult>
    </Section>
  )
}
