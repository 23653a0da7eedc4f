import { noDecision } from "../../../utils/decide"
import { defineChange } from "../../../utils/define-route"
import { checkBodySchema } from "./validators"

export const checkRoute = defineChange({
  method: "POST",
  matcher: "/admin/pos/checks",
  access: "manage",
  body: checkBodySchema,
  decides: noDecision("nothing is stored"),
})

export const checkMiddlewares = [checkRoute.middleware]
