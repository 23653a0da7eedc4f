import { defineRoute } from "../../../utils/define-route"
import { exportBodySchema } from "./validators"

export const exportRoute = defineRoute({ method: "POST", matcher: "/admin/pos/exports", body: exportBodySchema })

export const exportMiddlewares = [exportRoute.middleware]
