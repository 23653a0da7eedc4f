import { defineMiddlewares } from "@medusajs/framework/http"
import { adminPosFinanceMiddlewares } from "./admin/pos/finance-middlewares"
import { adminPosMiddlewares } from "./admin/pos/middlewares"
import { hookMiddlewares } from "./hooks/pos/middlewares"
import { storePosMiddlewares } from "./store/pos/middlewares"

export default defineMiddlewares({
  routes: [...adminPosMiddlewares, ...adminPosFinanceMiddlewares, ...hookMiddlewares, ...storePosMiddlewares],
})
