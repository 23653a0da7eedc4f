import { defineRoute } from "../../../utils/define-route"
import { checkBodySchema } from "./validators"

export const checkRoute = defineRoute({ method: "POST", matcher: "/admin/pos/checks", body: checkBodySchema })

export const checkMiddlewares = [checkRoute.middleware]
