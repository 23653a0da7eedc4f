import { defineRoute } from "../../../utils/define-route"
import { activityListQuerySchema } from "./validators"

export const activityListRoute = defineRoute({
  method: "GET",
  matcher: "/admin/pos/activities",
  access: "view",
  query: activityListQuerySchema,
})

export const activityMiddlewares = [activityListRoute.middleware]
