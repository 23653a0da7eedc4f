import { defineMiddlewares } from "@medusajs/framework/http"
import { connectionMiddlewares } from "./admin/pos/connections/middlewares"
import { adminPosMiddlewares } from "./admin/pos/middlewares"
import { overviewMiddlewares } from "./admin/pos/overview/middlewares"
import { hookMiddlewares } from "./hooks/pos/middlewares"

export default defineMiddlewares({
  routes: [...adminPosMiddlewares, ...connectionMiddlewares, ...overviewMiddlewares, ...hookMiddlewares],
})
