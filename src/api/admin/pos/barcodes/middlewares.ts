import { defineRoute } from "../../../utils/define-route"
import { barcodesBodySchema } from "./validators"

export const barcodesRoute = defineRoute({
  method: "POST",
  matcher: "/admin/pos/barcodes",
  body: barcodesBodySchema,
})

export const barcodeMiddlewares = [barcodesRoute.middleware]
