import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { VariantBalances } from "../components/widgets/variant-balances"
import { Permitted } from "../components/common/restricted"

type Variant = { id: string; product_id?: string | null }

/** On a variant: its stock at each POS. */
const VariantBalance = ({ data: variant }: { data: Variant }) => (
  <Permitted to="view">
    <VariantBalances variantIds={[variant.id]} productId={variant.product_id ?? ""} />
  </Permitted>
)

export const config = defineWidgetConfig({ zone: "product_variant.details.side.after", id: "pos:variant-balance" })

export default VariantBalance
