import { type Permission, PERMISSIONS } from "../../../../contract/permissions"
import { hasPermission } from "../../../utils/roles"
import { unrestricted, defineRead } from "../../../utils/define-route"

/**
 * `GET /admin/pos/permissions` → `{permissions}`: the rights of the caller, of `view`, `operate`, `finance` and
 * `manage`, as the routes check them. All of them while Medusa's feature flag `rbac` is off.
 */
export const GET = defineRead({ access: unrestricted("each user may read their own rights") }).handle(
  async (request, response) => {
    const permissions: Permission[] = []
    for (const permission of PERMISSIONS) {
      if (await hasPermission(request, response, permission)) {
        permissions.push(permission)
      }
    }
    response.json({ permissions })
  }
)
