import { type Permission, PERMISSIONS } from "../../../../contract/permissions"
import { hasPermission } from "../../../utils/roles"
import { permissionsRoute } from "./middlewares"

/**
 * `GET /admin/pos/permissions` → `{permissions}`: the rights of the caller, of `view`, `operate`, `finance` and
 * `manage`, as the routes check them. All of them while Medusa's feature flag `rbac` is off.
 */
export const GET = permissionsRoute.handle(async (request, response) => {
  const permissions: Permission[] = []
  for (const permission of PERMISSIONS) {
    if (await hasPermission(request, response, permission)) {
      permissions.push(permission)
    }
  }
  response.json({ permissions })
})
