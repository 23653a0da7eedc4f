import { VariantBalances } from "./variant-balances"
import { Permitted } from "../common/restricted"

type Variant = { id: string; product_id?: string | null }

/** On a variant: its stock at each POS. */
const VariantBalance = ({ data: variant }: { data: Variant }) => (
  <Permitted to="view">
    <VariantBalances variantIds={[variant.id]} productId={variant.product_id ?? ""} />
  </Permitted>
)

export default VariantBalance
