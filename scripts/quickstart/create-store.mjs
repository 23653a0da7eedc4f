import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import path from "node:path"
import { writeStarter } from "./write-starter.mjs"

/** The repository that create-medusa-app clones. */
const STARTER = "https://github.com/medusajs/dtc-starter"
const CONNECT_MS = 20_000

const isReachable = () =>
  spawnSync("git", ["ls-remote", "--exit-code", STARTER, "HEAD"], {
    stdio: "ignore",
    timeout: CONNECT_MS,
    // Where a proxy asks for a password, nobody could type it.
    env: { ...process.env, GIT_TERMINAL_PROMPT: "0" },
  }).status === 0

/** The starter that create-medusa-app clones here, and how it differs from the one of the page. */
function chooseStarter({ starter, folder, report }) {
  if (starter) {
    return { repository: starter, difference: `The starter was cloned from ${starter}, not from GitHub.` }
  }
  if (isReachable()) {
    return { repository: null, difference: null }
  }
  report(`  This machine does not reach ${STARTER}.`)
  return {
    repository: `file://${writeStarter(path.join(folder, "starter"))}`,
    difference: "Medusa's starter was NOT used: create-medusa-app cloned a replacement written from npm packages.",
  }
}

/**
 * Step 1 of the page: runs the shown command without its questions. Where GitHub is not reachable, create-medusa-app clones a
 * starter that this script writes; `starter` names the repository of a mirror instead.
 * @returns {Promise<{ backend: string, difference: string | null }>} the folder that contains medusa-config.ts, and what was
 * substituted
 */
export async function createStore(line, { runToEnd, cwd, folder, databaseUrl, starter, report }) {
  const [, name = ""] = /create-medusa-app\S* (\S+)/.exec(line) ?? []
  if (!name) {
    throw new Error(`Could not read docs/quickstart.md: step 1 names no store: ${line}`)
  }
  const { repository, difference } = chooseStarter({ starter, folder, report })
  if (difference) {
    report(`  (substituted: --repo-url. ${difference})`)
  }
  report("  (substituted: the database is named, no browser is opened, and questions get their default answer)")
  const options = ["--no-browser", `--db-url "${databaseUrl}"`, repository && `--repo-url "${repository}"`]
  const output = await runToEnd(`yes "" | ${line} ${options.filter(Boolean).join(" ")}`, { cwd })
  const backend = path.join(cwd, name, "apps", "backend")
  // create-medusa-app prints its errors and ends with 0.
  const [, failure] = /(An error occurred[\s\S]*)/.exec(output) ?? []
  if (failure || !existsSync(path.join(backend, "medusa-config.ts"))) {
    throw new Error(`Could not create the store: create-medusa-app failed. ${failure ?? output.slice(-4_000)}`)
  }
  return { backend, difference }
}
