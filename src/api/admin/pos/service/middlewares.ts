import { defineBareRoute } from "../../../utils/define-route"

export const serviceRoute = defineBareRoute({
  method: "GET",
  matcher: "/admin/pos/service",
  access: "view",
})

export const serviceMiddlewares = [serviceRoute.middleware]
