import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { ProductAtPos } from "../components/widgets/product-at-pos"
import { Permitted } from "../components/common/restricted"

/** On a product: its state at each POS, why, and what the POS has of it. */
const ProductLink = ({ data: product }: { data: { id: string } }) => (
  <Permitted to="view">
    <ProductAtPos productId={product.id} />
  </Permitted>
)

export const config = defineWidgetConfig({ zone: "product.details.side.after", id: "pos:product-link" })

export default ProductLink
