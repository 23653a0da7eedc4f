import { defineRoute } from "../../../utils/define-route"
import {
  inclusionBodySchema,
  overridesBodySchema,
  productLinkListQuerySchema,
  pushProductsBodySchema,
} from "./validators"

export const productLinkListRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/product-links",
  query: productLinkListQuerySchema,
})

export const pushProductsRoute = defineRoute({
  method: "POST",
  matcher: "/admin/pos/product-links/push",
  body: pushProductsBodySchema,
})

export const inclusionRoute = defineRoute({
  method: "POST",
  matcher: "/admin/pos/product-links/inclusion",
  body: inclusionBodySchema,
})

export const overridesRoute = defineRoute({
  method: "POST",
  matcher: "/admin/pos/product-links/overrides",
  body: overridesBodySchema,
})

export const productLinkMiddlewares = [
  productLinkListRoute.middleware,
  pushProductsRoute.middleware,
  inclusionRoute.middleware,
  overridesRoute.middleware,
]
