import { noDecision } from "../../../utils/decide"
import { defineChange } from "../../../utils/define-route"
import { checkBodySchema } from "./validators"

export const checkRoute = defineChange({
  method: "POST",
  matcher: "/admin/pos/checks",
  body: checkBodySchema,
  decides: noDecision("nothing is stored"),
})

export const checkMiddlewares = [checkRoute.middleware]
