import { spawnSync } from "node:child_process"
import path from "node:path"
import { writeStarter } from "./write-starter.mjs"

/** The repository that create-medusa-app clones. */
const STARTER = "https://github.com/medusajs/dtc-starter"
const CONNECT_MS = 20_000

const isReachable = () =>
  spawnSync("git", ["ls-remote", "--exit-code", STARTER, "HEAD"], { stdio: "ignore", timeout: CONNECT_MS }).status === 0

/**
 * Step 1 of the page: runs the shown command where GitHub is reachable, without its questions; elsewhere it writes the same
 * store and installs it from npm's registry, and reports that.
 * @returns {Promise<{ backend: string, isSubstituted: boolean }>} the folder that contains medusa-config.ts
 */
export async function createStore(line, { shell, folder, env, databaseUrl, report }) {
  const [, name = "", version = ""] = /create-medusa-app\S* (\S+) --version (\S+)/.exec(line) ?? []
  if (!name || !version) {
    throw new Error(`Could not read docs/quickstart.md: step 1 names no store and version: ${line}`)
  }
  const store = path.join(folder, name)
  if (isReachable()) {
    report("  (substituted: the database is named, no browser is opened, and questions get their default answer)")
    await shell.run(`yes "" | ${line} --db-url "${databaseUrl}" --no-browser`, { cwd: folder, env })
    return { backend: path.join(store, "apps", "backend"), isSubstituted: false }
  }
  report(`  NOT RUN: ${line}`)
  report(`  This machine does not reach ${STARTER}, which create-medusa-app clones.`)
  report("  (substituted: the same folders and packages from npm's registry, with sample data of this repository)")
  const backend = writeStarter(store, { version, databaseUrl })
  await shell.run("npm install", { cwd: store, env })
  return { backend, isSubstituted: true }
}
