import { defineMiddlewares } from "@medusajs/framework/http"
import { posOrderMiddlewares } from "./admin/pos-orders/middlewares"
import { searchMiddlewares } from "./admin/search/middlewares"
import { hookMiddlewares } from "./hooks/pos/middlewares"
import { readRouteMiddlewares } from "./utils/route-files"

export default defineMiddlewares({
  routes: [...readRouteMiddlewares(), ...posOrderMiddlewares, ...searchMiddlewares, ...hookMiddlewares],
})
