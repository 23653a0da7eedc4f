import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { VariantBalances } from "../components/widgets/variant-balances"

type Variant = { id: string; product_id?: string | null }

/** On a variant: its stock at each POS. */
const VariantBalance = ({ data: variant }: { data: Variant }) => (
  <VariantBalances variantIds={[variant.id]} productId={variant.product_id ?? ""} />
)

export const config = defineWidgetConfig({ zone: "product_variant.details.side.after", id: "pos:variant-balance" })

export default VariantBalance
