import { registerPolicies } from "../api/utils/roles"

/** The policies of the plugin. Medusa scans this folder and offers them for roles when its flag `rbac` is on. */
export const posPolicies = registerPolicies()
