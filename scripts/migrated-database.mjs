import path from "node:path"
import { root } from "./install-locked.mjs"

/**
 * An empty shop's database with every table, Medusa's and the plugin's, anew: others are copies of it, which take a tenth
 * of a second each.
 * @param {{ postgres: object, children: import("./demo-environment.mjs").Children, name: string, env: object, logFile: string }} shop
 */
export async function createMigratedDatabase({ postgres, children, name, env, logFile }) {
  await postgres.dropDatabase(name)
  await postgres.createDatabase(name)
  await children.run(
    "The migration",
    path.join(root, "node_modules", ".bin", "medusa"),
    ["db:migrate", "--skip-scripts"],
    {
      // The command line tool compiles TypeScript only outside production.
      env: { ...env, NODE_ENV: "development", DATABASE_URL: postgres.url(name) },
      logFile,
    }
  )
}
