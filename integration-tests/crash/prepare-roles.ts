import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { createRbacRolesWorkflow, createUsersWorkflow } from "@medusajs/medusa/core-flows"
import { z } from "zod"
import { PERMISSIONS, POLICY_RESOURCE } from "../../src/contract/permissions"
import { apiKeyHeaders } from "../shop/support/api-key-headers"
import type { Preparation } from "./prepare-process"
import { prepare as prepareConnected } from "./prepare-mirror"

const inputSchema = z.looseObject({
  password: z.string(),
  /** the rights of each user, by the part of the email address before the at sign */
  users: z.record(z.string(), z.array(z.enum(PERMISSIONS))),
})

/** The connected store, with users who have one role each, and a secret API key. */
export const prepare: Preparation = async (container, input) => {
  const { users, password } = inputSchema.parse(input)
  const connected = await prepareConnected(container, input)
  const auth = container.resolve(Modules.AUTH)
  const [admin] = await container.resolve(Modules.USER).listUsers({})
  const link = container.resolve(ContainerRegistrationKeys.LINK)
  await link.create({ [Modules.USER]: { user_id: admin?.id }, [Modules.RBAC]: { rbac_role_id: "role_super_admin" } })
  const policies = await container.resolve(Modules.RBAC).listRbacPolicies({ resource: POLICY_RESOURCE })
  for (const [name, permissions] of Object.entries(users)) {
    const policy_ids = policies.flatMap(({ id, operation }) => (permissions.some((own) => own === operation) ? id : []))
    const { result: roles } = await createRbacRolesWorkflow(container).run({
      input: { actor_id: admin?.id ?? "", actor: "user", roles: [{ name, policy_ids }] },
    })
    const email = `${name}@example.com`
    const { result: created } = await createUsersWorkflow(container).run({
      input: { users: [{ email, roles: permissions.length > 0 ? roles.map(({ id }) => id) : [] }] },
    })
    const { authIdentity } = await auth.register("emailpass", {
      url: "",
      headers: {},
      query: {},
      body: { email, password },
      protocol: "",
    })
    await auth.updateAuthIdentities({ id: authIdentity?.id ?? "", app_metadata: { user_id: created[0]?.id } })
  }
  return { ...connected, apiKey: (await apiKeyHeaders(container)).headers }
}
