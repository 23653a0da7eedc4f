import type { MedusaContainer } from "@medusajs/framework/types"
import { createApiKeysWorkflow } from "@medusajs/medusa/core-flows"

/** Request headers of a program that may use the admin routes: a secret API key by HTTP Basic. */
export async function apiKeyHeaders(container: MedusaContainer): Promise<{ headers: Record<string, string> }> {
  const { result } = await createApiKeysWorkflow(container).run({
    input: { api_keys: [{ type: "secret", title: "Kassabryggan", created_by: "tests" }] },
  })
  const token = result[0]?.token ?? ""
  return { headers: { authorization: `Basic ${Buffer.from(`${token}:`).toString("base64")}` } }
}
