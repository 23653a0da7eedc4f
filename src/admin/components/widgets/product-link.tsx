import { Permitted } from "../common/restricted"
import { Text } from "@medusajs/ui"
import { useTexts } from "../../hooks/common/use-texts"
import { useConnections } from "../../hooks/connections/use-connections"
import { useProductLinks } from "../../hooks/catalog/use-product-links"
import type { Connection } from "../../lib/answers/connection"
import type { ProductLink } from "../../lib/answers/product"
import { formatQuantity, sumDecimals } from "../../lib/format/amounts"
import { getName } from "../../lib/connections"
import { Facts, Moment } from "../common/figures"
import { QueryResult } from "../common/states"
import { Section } from "../common/section"
import { StateBadge } from "../common/state-badge"
import { useLowStockFacts } from "./low-stock-facts"
import { ProductActions } from "./product-actions"
import { Reason } from "../common/reason"
import { DryRunChange } from "../sync-preview/dry-run-change"

/** State of a product at each POS; nothing in a store without a connection. */
const ProductAtPos = ({ productId }: { productId: string }) => {
  const { t } = useTexts()
  const connections = useConnections()
  const links = useProductLinks({ product_id: productId }, (connections.data?.length ?? 0) > 0)
  if (!connections.data || connections.data.length === 0) {
    return null
  }
  return (
    <Section title={t("product.title")}>
      <QueryResult query={links}>
        {({ product_links }) =>
          product_links.length === 0 ? (
            <Text size="small" className="text-ui-fg-subtle px-6 py-4">
              {t("product.none")}
            </Text>
          ) : (
            <>
              {product_links.map((link) => (
                <ConnectionState
                  key={link.id}
                  link={link}
                  connection={connections.data.find(({ id }) => id === link.connection_id)}
                  named={connections.data.length > 1}
                />
              ))}
            </>
          )
        }
      </QueryResult>
    </Section>
  )
}

const ConnectionState = (props: { link: ProductLink; connection: Connection | undefined; named: boolean }) => {
  const { link, connection, named } = props
  const { t, language } = useTexts()
  const lowStockFacts = useLowStockFacts()
  const stock = sumDecimals(link.variants.flatMap(({ pos_balance }) => (pos_balance === null ? [] : [pos_balance])))
  const edited = link.edited_fields ?? []
  const restored = link.restored_fields ?? []
  const stockError = link.variants.find(({ stock_error }) => stock_error !== null)?.stock_error
  return (
    <>
      <Facts
        facts={[
          named && connection ? { label: t("connection.label"), value: getName(connection) } : null,
          { label: t("catalog.state"), value: <StateBadge kind="link" state={link.state} /> },
          ...[link.rejection, ...link.notes, stockError].map((reason, index) =>
            reason
              ? {
                  label: index === 0 ? t("catalog.reason") : t("product.note", { number: index }),
                  value: <Reason text={reason} />,
                }
              : null
          ),
          link.overrides ? { label: t("overrides.title"), value: t("yes") } : null,
          {
            label: t("product.pushedAt"),
            value: <Moment at={link.pushed_at} timeZone={connection?.time_zone ?? null} />,
          },
          { label: t("product.stock"), value: stock === null ? t("none") : formatQuantity(stock, language) },
          ...lowStockFacts(link.variants),
          edited.length > 0 ? { label: t("product.edited"), value: <EditedFields fields={edited} /> } : null,
          restored.length > 0
            ? {
                label: t("product.restored"),
                value: <RestoredFields fields={restored} timeZone={connection?.time_zone ?? null} />,
              }
            : null,
        ]}
      />
      <ProductActions link={link} connection={connection} />
    </>
  )
}

/** Fields that were edited at the POS and that the next sync restores there: both values, and how to keep them. */
const EditedFields = ({ fields }: { fields: NonNullable<ProductLink["edited_fields"]> }) => {
  const { t } = useTexts()
  return (
    <>
      <dl>
        {fields.map((edited) => (
          <DryRunChange key={edited.field} change={edited} />
        ))}
      </dl>
      <p className="text-ui-fg-muted">{t("product.editedHint")}</p>
    </>
  )
}

type Props = { fields: NonNullable<ProductLink["restored_fields"]>; timeZone: string | null }

/** Fields that were edited at the POS and restored there: both values, when, and how often. */
const RestoredFields = ({ fields, timeZone }: Props) => {
  const { t } = useTexts()
  return (
    <ul className="flex flex-col gap-y-2">
      {fields.map((restored) => (
        <li key={`${restored.field} ${restored.restored_at}`}>
          <dl>
            <DryRunChange change={restored} />
          </dl>
          <span className="text-ui-fg-muted">
            <Moment at={restored.restored_at} timeZone={timeZone} />
            {restored.times > 1 && ` · ${t("product.restoredTimes", { count: restored.times })}`}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** On a product: its state at each POS, why, and what the POS has of it. */
const ProductLink = ({ data: product }: { data: { id: string } }) => (
  <Permitted to="view">
    <ProductAtPos productId={product.id} />
  </Permitted>
)

export default ProductLink
