import { namedInBody } from "../../../utils/decide"
import { defineChange, defineRoute } from "../../../utils/define-route"
import { pictureListQuerySchema, retryPicturesBodySchema } from "./validators"

export const pictureListRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/pictures",
  query: pictureListQuerySchema,
})

export const retryPicturesRoute = defineChange({
  method: "POST",
  matcher: "/admin/pos/pictures/retry",
  body: retryPicturesBodySchema,
  decides: { kind: "pictures-again", connectionId: namedInBody },
})

export const pictureMiddlewares = [pictureListRoute.middleware, retryPicturesRoute.middleware]
