import { namedInBody } from "../../../utils/decide"
import { defineChange } from "../../../utils/define-route"
import { exportBodySchema } from "./validators"

export const exportRoute = defineChange({
  method: "POST",
  matcher: "/admin/pos/exports",
  access: "finance",
  body: exportBodySchema,
  decides: {
    kind: "export",
    connectionId: namedInBody,
    asked: ({ validatedBody: { kind, from, to, time_zone } }) => ({ kind, from, to, time_zone }),
  },
})

export const exportMiddlewares = [exportRoute.middleware]
