import type { MedusaContainer } from "@medusajs/framework/types"
import { createApiKeysWorkflow } from "@medusajs/medusa/core-flows"

/** Request headers of somebody who may use the admin routes: a secret API key by HTTP Basic. */
export async function adminHeaders(container: MedusaContainer): Promise<{ headers: Record<string, string> }> {
  const { result } = await createApiKeysWorkflow(container).run({
    input: { api_keys: [{ type: "secret", title: "Tests", created_by: "tests" }] },
  })
  const token = result[0]?.token ?? ""
  return { headers: { authorization: `Basic ${Buffer.from(`${token}:`).toString("base64")}` } }
}
