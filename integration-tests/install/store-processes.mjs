import { randomBytes } from "node:crypto"
import path from "node:path"
import { waitFor } from "../../scripts/demo-environment.mjs"

/** The user of the admin whom the seed creates. */
export const LOGIN = { email: "admin@example.com", password: randomBytes(12).toString("hex") }

/** What the store's processes read of their environment; medusa-config.ts of the example says what for. */
export function environmentOf({ postgres }, { node, database, shopUrl, sandboxUrl }) {
  return {
    PATH: [node.directory, process.env.PATH].filter(Boolean).join(path.delimiter),
    DATABASE_URL: postgres.url(database),
    MEDUSA_DISABLE_TELEMETRY: "true",
    JWT_SECRET: "install",
    COOKIE_SECRET: "install",
    POS_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
    SHOP_URL: shopUrl,
    POS_SANDBOX_URL: sandboxUrl,
    DEMO_ADMIN_EMAIL: LOGIN.email,
    DEMO_ADMIN_PASSWORD: LOGIN.password,
  }
}

export const binOf = (folder, name) => path.join(folder, "node_modules", ".bin", name)

/** Medusa's folder of what it built, with the admin; `medusa start` runs there as in production. */
export const builtIn = (folder) => path.join(folder, ".medusa", "server")

/** Starts the sandbox of the package. @returns its address and the token of its control API */
export async function startSandbox(children, { folder, port, logFile, env }) {
  const line = await children.start(
    "The sandbox of the package",
    binOf(folder, "pos-sandbox"),
    ["--port", String(port), "--json", "--allow-loopback"],
    { cwd: folder, env, logFile: `${logFile}.sandbox`, ready: (text) => text.startsWith('{"url"') }
  )
  return JSON.parse(line)
}

/** Starts the store that was built, as in production, and waits until it is healthy. */
export async function startStore(children, { folder, url, logFile, env }) {
  await children.start("The store", binOf(folder, "medusa"), ["start"], {
    cwd: builtIn(folder),
    env,
    logFile,
    ready: (text) => text.includes("Server is ready on"),
  })
  await waitFor("the store is healthy", 30, async () => (await fetch(`${url}/health`)).status === 200)
}
