import { z } from "zod"
import { type Dialect, DIALECTS, type Sandbox, startSandbox } from "../../../packages/pos-sandbox/src"
import { PROVIDER_PRESETS, PROVIDERS } from "../../../src/contract/providers"
import { DEFAULT_BRAND } from "../../../src/pos-api/contract"
import { freePort } from "./free-port"

const clientSchema = z.object({ clientId: z.string(), clientSecret: z.string() })

/** The store as an application of the POS, so that merchants can sign in there. */
async function registerShop(sandbox: Sandbox, publicUrl: string) {
  const answer = await fetch(`${sandbox.url}/_sandbox/oauth-clients`, {
    method: "POST",
    headers: { authorization: `Bearer ${sandbox.controlToken}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "Webbutiken", redirectUris: [`${publicUrl}/app/settings/pos/signed-in`] }),
  })
  return clientSchema.parse(await answer.json())
}

/** `POS_DIALECT` runs a suite against the POS as it was observed to answer (`field`), or with every oddity (`odd`). */
const dialectOfTests = (): Dialect => DIALECTS.find((name) => name === process.env.POS_DIALECT) ?? "spec"

/** `POS_PROVIDER=zettle` runs a suite against a POS with that provider's brand in its headers and payment types. */
function brandOfTests(): string {
  const provider = PROVIDERS.find((name) => name === process.env.POS_PROVIDER)
  return provider === undefined ? DEFAULT_BRAND : PROVIDER_PRESETS[provider].brand
}

/** The POS of the store under test, with a clock of its own that tests may advance, and a port for the store. */
export class StoreSandbox {
  private sandbox: Sandbox | null = null
  private putBack: () => Promise<void> = async () => undefined
  /** Puts it back to where it was before the first test of the suite that runs. */
  private restoreTest: (() => Promise<void>) | null = null

  /**
   * Starts it for the first suite, and puts it back to where it was then, its clock too, for another. medusa-config.ts
   * reads its address and the store's port when Medusa loads it, after this.
   */
  async begin(): Promise<void> {
    this.restoreTest = null
    if (this.sandbox) {
      await this.putBack()
      return
    }
    const sandbox = await startSandbox({ allowLoopback: true, dialect: dialectOfTests(), brand: brandOfTests() })
    this.sandbox = sandbox
    const port = await freePort()
    const publicUrl = `http://localhost:${port}`
    const { clientId, clientSecret } = await registerShop(sandbox, publicUrl)
    this.putBack = await sandbox.snapshot("before any suite")
    Object.assign(process.env, {
      PORT: String(port),
      POS_PUBLIC_URL: publicUrl,
      POS_SERVICE_URL: sandbox.url,
      POS_CONTROL_TOKEN: sandbox.controlToken,
      POS_OAUTH_CLIENT_ID: clientId,
      POS_OAUTH_CLIENT_SECRET: clientSecret,
    })
  }

  /** As it was before the first test, which is when the suite's own hooks have opened their merchants. */
  async restore(): Promise<void> {
    if (this.restoreTest) {
      await this.restoreTest()
      return
    }
    this.restoreTest = (await this.sandbox?.snapshot("before any test")) ?? null
  }

  async close(): Promise<void> {
    await this.sandbox?.close()
  }
}

/** A sandbox for the tests of a file whose shop runs in another process. */
export function useStoreSandbox(): void {
  const sandbox = new StoreSandbox()
  beforeAll(() => sandbox.begin())
  afterAll(() => sandbox.close())
}
