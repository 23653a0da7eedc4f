import { startSandbox } from "../../../src/sandbox"
import { freePort } from "./free-port"

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
  process.env.LOG_LEVEL = "error"
  Object.assign(globalThis, { posSandbox: sandbox })
}
