import { z } from "@medusajs/framework/zod"
import { type Sandbox, startSandbox } from "../../../src/sandbox"
import { freePort } from "./free-port"

const clientSchema = z.object({ clientId: z.string(), clientSecret: z.string() })

/** The shop as an application of the service, so that merchants can sign in there. */
async function registerShop(sandbox: Sandbox, publicUrl: string) {
  const answer = await fetch(`${sandbox.url}/_sandbox/oauth-clients`, {
    method: "POST",
    headers: { authorization: `Bearer ${sandbox.controlToken}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "Webbutiken", redirectUris: [`${publicUrl}/app/settings/pos/signed-in`] }),
  })
  return clientSchema.parse(await answer.json())
}

/**
 * One sandbox for all suites that need a shop, and a port for the shop that is known before it starts: medusa-config.ts
 * reads both when Medusa loads it, long before any hook of a suite runs.
 */
export default async function setUp(): Promise<void> {
  const sandbox = await startSandbox({ allowLoopback: true })
  const port = await freePort()
  process.env.PORT = String(port)
  process.env.POS_PUBLIC_URL = `http://localhost:${port}`
  process.env.POS_SERVICE_URL = sandbox.url
  process.env.POS_CONTROL_TOKEN = sandbox.controlToken
  process.env.LOG_LEVEL ??= "error"
  const { clientId, clientSecret } = await registerShop(sandbox, process.env.POS_PUBLIC_URL)
  process.env.POS_OAUTH_CLIENT_ID = clientId
  process.env.POS_OAUTH_CLIENT_SECRET = clientSecret
  Object.assign(globalThis, { posSandbox: sandbox })
}
