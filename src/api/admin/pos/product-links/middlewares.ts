import { named, namedInBody } from "../../../utils/decide"
import { defineChange, defineRoute } from "../../../utils/define-route"
import {
  bulkBodySchema,
  inclusionBodySchema,
  matchingQuerySchema,
  overridesBodySchema,
  productLinkCountsQuerySchema,
  productLinkListQuerySchema,
  pushProductsBodySchema,
} from "./validators"

export const productLinkListRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/product-links",
  access: "view",
  query: productLinkListQuerySchema,
})

export const productLinkCountsRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/product-links/counts",
  access: "view",
  query: productLinkCountsQuerySchema,
})

export const matchingRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/product-links/matching",
  access: "view",
  query: matchingQuerySchema,
})

export const bulkRoute = defineChange({
  method: "POST",
  matcher: "/admin/pos/product-links/matching",
  access: "operate",
  body: bulkBodySchema,
  decides: {
    kind: "bulk",
    connectionId: namedInBody,
    asked: ({ validatedBody: { action, state, q } }) => ({
      bulk: action,
      ...(state ? { link_state: state } : {}),
      ...(q ? { searched: q } : {}),
    }),
  },
})

export const pushProductsRoute = defineChange({
  method: "POST",
  matcher: "/admin/pos/product-links/push",
  access: "operate",
  body: pushProductsBodySchema,
  decides: {
    kind: "push-again",
    connectionId: namedInBody,
    asked: ({ validatedBody: { product_ids } }) => ({ products: named(product_ids) }),
  },
})

export const inclusionRoute = defineChange({
  method: "POST",
  matcher: "/admin/pos/product-links/inclusion",
  access: "operate",
  body: inclusionBodySchema,
  decides: {
    kind: "include",
    connectionId: namedInBody,
    asked: ({ validatedBody: { product_ids, inclusion } }) => ({ products: named(product_ids), inclusion }),
  },
})

export const overridesRoute = defineChange({
  method: "POST",
  matcher: "/admin/pos/product-links/overrides",
  access: "operate",
  body: overridesBodySchema,
  decides: {
    kind: "override",
    connectionId: namedInBody,
    asked: ({ validatedBody: { product_id } }) => ({ product_id }),
    watch: async (pos, connection, { validatedBody: { product_id } }) => {
      const [link] = await pos.listPosProductLinks({ connection_id: connection.id, product_id })
      return { overrides: link?.overrides ?? null }
    },
  },
})

export const productLinkMiddlewares = [
  productLinkListRoute.middleware,
  productLinkCountsRoute.middleware,
  matchingRoute.middleware,
  bulkRoute.middleware,
  pushProductsRoute.middleware,
  inclusionRoute.middleware,
  overridesRoute.middleware,
]
