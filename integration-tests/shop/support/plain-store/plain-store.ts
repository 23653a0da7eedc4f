import path from "node:path"
import { Child } from "../../../crash/child-process"
import { freePort } from "../free-port"
import { databaseUrl } from "../test-databases"

const ROOT = path.join(__dirname, "..", "..", "..", "..")

/** Runs Medusa's command line tool on a database: in the store without the plugin, or in the project's folder. */
export function runMedusa(
  parameters: string[],
  database: string,
  options: { cwd?: string; env?: Record<string, string> } = {}
): Child {
  const env = {
    DATABASE_URL: databaseUrl(database),
    MEDUSA_DISABLE_TELEMETRY: "true",
    // The tool reads a configuration in TypeScript only outside production.
    NODE_ENV: "development",
    LOG_LEVEL: "info",
    ...options.env,
  }
  return Child.start(path.join(ROOT, "node_modules", ".bin", "medusa"), parameters, env, options.cwd ?? ROOT)
}

/** `medusa db:migrate` of a store that never had the plugin. */
export async function migratePlainStore(database: string): Promise<void> {
  await runMedusa(["db:migrate", "--skip-scripts"], database, { cwd: __dirname }).succeeded()
}

/** `medusa start` of the store without the plugin. */
export async function startPlainStore(database: string): Promise<{ url: string; child: Child }> {
  const port = await freePort()
  const child = runMedusa(["start"], database, { cwd: __dirname, env: { PORT: String(port) } })
  return { url: `http://localhost:${port}`, child }
}
