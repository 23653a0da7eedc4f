import { defineBareRoute, unrestricted } from "../../../utils/define-route"

export const permissionsRoute = defineBareRoute({
  method: "GET",
  matcher: "/admin/pos/permissions",
  access: unrestricted("each user may read their own rights"),
})

export const permissionMiddlewares = [permissionsRoute.middleware]
