import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { lazyPart } from "../components/common/lazy"

const Content = lazyPart(async () => {
  const { VariantBalance } = await import("../components/widgets/variant-balances")
  return { default: VariantBalance }
})

const VariantBalanceWidget = (props: { data: { id: string; product_id?: string | null } }) => <Content {...props} />

export const config = defineWidgetConfig({ zone: "product_variant.details.side.after", id: "pos:variant-balance" })

export default VariantBalanceWidget
