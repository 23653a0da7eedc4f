import { z } from "@medusajs/framework/zod"
import { type Dialect, type Sandbox, startSandbox } from "../../../src/sandbox"
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

/** `POS_DIALECT=field` runs a suite against the service as it was observed to answer. */
const dialectOfTests = (): Dialect => (process.env.POS_DIALECT === "field" ? "field" : "spec")

/**
 * A sandbox for the tests of a file, with a clock of its own that they may advance, and a port for the shop that is known
 * before it starts: medusa-config.ts reads both when Medusa loads it, after these hooks and before any of a suite.
 */
export function useShopSandbox(): void {
  let sandbox: Sandbox | undefined
  beforeAll(async () => {
    sandbox = await startSandbox({ allowLoopback: true, dialect: dialectOfTests() })
    const port = await freePort()
    const publicUrl = `http://localhost:${port}`
    const { clientId, clientSecret } = await registerShop(sandbox, publicUrl)
    Object.assign(process.env, {
      PORT: String(port),
      POS_PUBLIC_URL: publicUrl,
      POS_SERVICE_URL: sandbox.url,
      POS_CONTROL_TOKEN: sandbox.controlToken,
      POS_OAUTH_CLIENT_ID: clientId,
      POS_OAUTH_CLIENT_SECRET: clientSecret,
    })
  })
  afterAll(async () => sandbox?.close())
}
