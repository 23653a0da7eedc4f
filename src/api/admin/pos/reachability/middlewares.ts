import { defineBareRoute } from "../../../utils/define-route"

export const reachabilityRoute = defineBareRoute({
  method: "GET",
  matcher: "/admin/pos/reachability",
  access: "view",
})

export const reachabilityMiddlewares = [reachabilityRoute.middleware]
