import { defineMiddlewares } from "@medusajs/framework/http"
import { connectionMiddlewares } from "./admin/pos/connections/middlewares"
import { adminPosFinanceMiddlewares } from "./admin/pos/finance-middlewares"
import { adminPosMiddlewares } from "./admin/pos/middlewares"
import { overviewMiddlewares } from "./admin/pos/overview/middlewares"
import { productCandidateMiddlewares } from "./admin/pos/product-candidates/middlewares"
import { hookMiddlewares } from "./hooks/pos/middlewares"
import { storePosMiddlewares } from "./store/pos/middlewares"

export default defineMiddlewares({
  routes: [
    ...adminPosMiddlewares,
    ...adminPosFinanceMiddlewares,
    ...connectionMiddlewares,
    ...productCandidateMiddlewares,
    ...overviewMiddlewares,
    ...hookMiddlewares,
    ...storePosMiddlewares,
  ],
})
