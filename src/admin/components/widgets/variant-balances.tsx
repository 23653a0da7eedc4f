import { useTexts } from "../../hooks/common/use-texts"
import { useConnections } from "../../hooks/connections/use-connections"
import { useProductLinks } from "../../hooks/catalog/use-product-links"
import { useInventoryItem } from "../../hooks/store/use-store-choices"
import { formatQuantity } from "../../lib/format/amounts"
import { getName } from "../../lib/connections"
import { Facts } from "../common/figures"
import { Permitted } from "../common/restricted"
import { Section } from "../common/section"
import { Movements } from "../stock/movements"
import { Reason } from "../common/reason"
import { useLowStockFacts } from "./low-stock-facts"

/** Movements that are shown; the stock page has them all. */
const LAST = 5

/** Stock at each POS of the variants of one product; nothing where no POS has them. */
const VariantBalances = ({ variantIds, productId }: { variantIds: string[]; productId: string }) => {
  const { t, language } = useTexts()
  const lowStockFacts = useLowStockFacts()
  const connections = useConnections()
  const links = useProductLinks({ product_id: productId }, productId !== "")
  const balances = (links.data?.product_links ?? []).flatMap((link) =>
    link.variants
      .filter(({ variant_id }) => variantIds.includes(variant_id))
      .map((variant) => ({
        ...variant,
        connection: connections.data?.find(({ id }) => id === link.connection_id),
      }))
  )
  if (balances.length === 0) {
    return null
  }
  return (
    <Section title={t("product.title")}>
      <Facts
        facts={balances.flatMap(({ connection, pos_balance, stock_error, ...variant }) => [
          {
            label: connection ? getName(connection) : t("product.stock"),
            value: pos_balance === null ? t("none") : formatQuantity(pos_balance, language),
          },
          ...lowStockFacts([{ ...variant, pos_balance, stock_error }]),
          stock_error ? { label: t("catalog.reason"), value: <Reason text={stock_error} /> } : null,
        ])}
      />
      {variantIds.map((variantId) => (
        <Movements
          key={variantId}
          variantId={variantId}
          timeZone={balances[0]?.connection?.time_zone ?? null}
          limit={LAST}
        />
      ))}
    </Section>
  )
}

type Variant = { id: string; product_id?: string | null }

/** On a variant: its stock at each POS. */
export const VariantBalance = ({ data: variant }: { data: Variant }) => (
  <Permitted to="view">
    <VariantBalances variantIds={[variant.id]} productId={variant.product_id ?? ""} />
  </Permitted>
)

/** Stock of an inventory item's variants at each POS; nothing for an item of no product. */
const ItemAtPos = ({ itemId }: { itemId: string }) => {
  const { data: variants = [] } = useInventoryItem(itemId)
  const [first] = variants
  return first ? <VariantBalances variantIds={variants.map(({ id }) => id)} productId={first.product_id ?? ""} /> : null
}

/** On an inventory item: stock at each POS of the variants that consist of it. */
export const InventoryItemBalance = ({ data: item }: { data: { id: string } }) => (
  <Permitted to="view">
    <ItemAtPos itemId={item.id} />
  </Permitted>
)
