import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { Container, Heading, Text } from "@medusajs/ui"
import { useQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import { formatAmount, type Receipt } from "../lib/receipt"
import { sdk } from "../lib/sdk"

/** On an order that mirrors a counter sale: its receipt. Other orders show nothing. */
const OrderReceipt = ({ data: order }: { data: { id: string } }) => {
  const { t, i18n } = useTranslation("pos")
  const { data, isError } = useQuery({
    queryKey: ["pos", "receipts", order.id],
    queryFn: () => sdk.client.fetch<{ receipts: Receipt[] }>("/admin/pos/receipts", { query: { order_id: order.id } }),
  })
  const receipt = data?.receipts.find(({ refund }) => !refund)
  if (!receipt && !isError) {
    return null
  }
  const rows = receipt
    ? [
        { label: t("receipt.number"), value: receipt.purchase_number ?? receipt.purchase_uuid },
        { label: t("receipt.cashier"), value: receipt.cashier ?? t("receipt.unknown") },
        { label: t("receipt.soldAt"), value: new Date(receipt.sold_at).toLocaleString(i18n.language) },
        { label: t("receipt.amount"), value: formatAmount(receipt.amount, receipt.currency_code, i18n.language) },
      ]
    : []
  return (
    <Container className="divide-y p-0">
      <div className="px-6 py-4">
        <Heading level="h2">{t("receipt.heading")}</Heading>
      </div>
      {isError && (
        <Text size="small" className="text-ui-fg-subtle px-6 py-4" role="alert">
          {t("receipt.failed")}
        </Text>
      )}
      <dl>
        {rows.map(({ label, value }) => (
          <div key={label} className="text-ui-fg-subtle grid grid-cols-2 gap-4 px-6 py-3">
            <dt className="txt-compact-small-plus">{label}</dt>
            <dd className="txt-compact-small break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </Container>
  )
}

export const config = defineWidgetConfig({ zone: "order.details.side.before", id: "pos:order-receipt" })

export default OrderReceipt
