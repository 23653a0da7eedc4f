import { defineBareRoute } from "../../../utils/define-route"

export const issueListRoute = defineBareRoute({
  method: "GET",
  matcher: "/admin/pos/issues",
  access: "view",
})

export const issueMiddlewares = [issueListRoute.middleware]
