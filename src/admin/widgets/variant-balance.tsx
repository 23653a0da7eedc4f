import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { lazyPart } from "../components/common/lazy"

const Content = lazyPart(() => import("../components/widgets/variant-balance"))

const VariantBalance = (props: { data: { id: string; product_id?: string | null } }) => <Content {...props} />

export const config = defineWidgetConfig({ zone: "product_variant.details.side.after", id: "pos:variant-balance" })

export default VariantBalance
