import { defineRoute } from "../../../utils/define-route"
import { pictureListQuerySchema, retryPicturesBodySchema } from "./validators"

export const pictureListRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/pictures",
  query: pictureListQuerySchema,
})

export const retryPicturesRoute = defineRoute({
  method: "POST",
  matcher: "/admin/pos/pictures/retry",
  body: retryPicturesBodySchema,
})

export const pictureMiddlewares = [pictureListRoute.middleware, retryPicturesRoute.middleware]
