import { named } from "../../../utils/decide"
import { defineChange } from "../../../utils/define-route"
import { barcodesBodySchema } from "./validators"

export const barcodesRoute = defineChange({
  method: "POST",
  matcher: "/admin/pos/barcodes",
  access: "operate",
  body: barcodesBodySchema,
  decides: { kind: "barcodes", asked: ({ validatedBody }) => ({ products: named(validatedBody.product_ids) }) },
})

export const barcodeMiddlewares = [barcodesRoute.middleware]
