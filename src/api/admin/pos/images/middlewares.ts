import { namedInBody } from "../../../utils/decide"
import { defineChange, defineRoute } from "../../../utils/define-route"
import { imageListQuerySchema, retryImagesBodySchema } from "./validators"

export const imageListRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/images",
  access: "view",
  query: imageListQuerySchema,
})

export const retryImagesRoute = defineChange({
  method: "POST",
  matcher: "/admin/pos/images/retry",
  access: "operate",
  body: retryImagesBodySchema,
  decides: { kind: "images-again", connectionId: namedInBody },
})

export const imageMiddlewares = [imageListRoute.middleware, retryImagesRoute.middleware]
