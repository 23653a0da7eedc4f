import type { MiddlewareRoute } from "@medusajs/framework/http"
import { parseQuery } from "../parse-query"
import { overviewQuerySchema } from "./query"

export const overviewMiddlewares: MiddlewareRoute[] = [
  { matcher: "/admin/pos/overview", methods: ["GET"], middlewares: [parseQuery(overviewQuerySchema)] },
  { matcher: "/admin/pos/overview/top-products", methods: ["GET"], middlewares: [parseQuery(overviewQuerySchema)] },
]
