import { defineMiddlewares } from "@medusajs/framework/http"
import { adminPosMiddlewares } from "./admin/pos/middlewares"
import { hookMiddlewares } from "./hooks/pos/middlewares"

export default defineMiddlewares({ routes: [...adminPosMiddlewares, ...hookMiddlewares] })
