import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { lazyPart } from "../components/common/lazy"

const Content = lazyPart(() => import("../components/widgets/product-link"))

const ProductLink = (props: { data: { id: string } }) => <Content {...props} />

export const config = defineWidgetConfig({ zone: "product.details.side.after", id: "pos:product-link" })

export default ProductLink
