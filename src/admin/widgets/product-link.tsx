import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { ProductAtPos } from "../components/widgets/product-at-pos"

/** On a product: its state at each POS, why, and what the POS has of it. */
const ProductLink = ({ data: product }: { data: { id: string } }) => <ProductAtPos productId={product.id} />

export const config = defineWidgetConfig({ zone: "product.details.side.after", id: "pos:product-link" })

export default ProductLink
