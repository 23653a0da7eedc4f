import { useTexts } from "../../hooks/common/use-texts"
import { useConnections } from "../../hooks/connections/use-connections"
import { useProductLinks } from "../../hooks/catalog/use-product-links"
import { formatQuantity } from "../../lib/format/amounts"
import { getName } from "../../lib/connections"
import { Facts } from "../common/figures"
import { Section } from "../common/section"
import { Movements } from "../stock/movements"
import { Reason } from "../common/reason"
import { useLowStockFacts } from "./low-stock-facts"

/** Movements that are shown; the stock page has them all. */
const LAST = 5

/** Stock at each POS of the variants of one product; nothing where no POS has them. */
export const VariantBalances = ({ variantIds, productId }: { variantIds: string[]; productId: string }) => {
  const { t, language } = useTexts()
  const lowStockFacts = useLowStockFacts()
  const connections = useConnections()
  const links = useProductLinks({ product_id: productId }, productId !== "")
  const found = (links.data?.product_links ?? []).flatMap((link) =>
    link.variants
      .filter(({ variant_id }) => variantIds.includes(variant_id))
      .map((variant) => ({
        ...variant,
        connection: connections.data?.find(({ id }) => id === link.connection_id),
      }))
  )
  if (found.length === 0) {
    return null
  }
  return (
    <Section title={t("product.title")}>
      <Facts
        facts={found.flatMap(({ connection, pos_balance, stock_error, ...variant }) => [
          {
            label: connection ? getName(connection) : t("product.stock"),
            value: pos_balance === null ? t("none") : formatQuantity(pos_balance, language),
          },
          ...lowStockFacts([{ ...variant, pos_balance, stock_error }]),
          ...(stock_error ? [{ label: t("catalog.reason"), value: <Reason text={stock_error} /> }] : []),
        ])}
      />
      {variantIds.map((variantId) => (
        <Movements
          key={variantId}
          variantId={variantId}
          timeZone={found[0]?.connection?.time_zone ?? null}
          limit={LAST}
        />
      ))}
    </Section>
  )
}
