import { randomUUID } from "node:crypto"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, generateJwtToken, Modules } from "@medusajs/framework/utils"

/**
 * Request headers of a new user of the admin, as its pages ask. A secret API key would do too, but Medusa spends some
 * 50 ms on its hash, with each request.
 */
export async function userHeaders(container: MedusaContainer): Promise<{ headers: { authorization: string } }> {
  const email = `${randomUUID()}@example.com`
  const { id } = await container.resolve(Modules.USER).createUsers({ email, first_name: "Åsa", last_name: "Öberg" })
  const { http } = container.resolve(ContainerRegistrationKeys.CONFIG_MODULE).projectConfig
  const actor = { actor_id: id, actor_type: "user", auth_identity_id: `authid_${id}` }
  const token = generateJwtToken(actor, { secret: http.jwtSecret, expiresIn: "1d" })
  return { headers: { authorization: `Bearer ${token}` } }
}
