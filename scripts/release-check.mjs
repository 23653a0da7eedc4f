import { execFileSync, spawnSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { NODES } from "../integration-tests/install/nodes.mjs"
import { packedContent, minorPlaceOf, readVersions } from "../integration-tests/install/versions-page.mjs"
import { root } from "./install-locked.mjs"

/**
 * `npm run release:check`: what must hold before `npm publish`, beside `bash .ci/run`. Says each point, and ends with 1 when
 * one does not hold.
 */
const DAYS_OF_A_RECORD = 7
const DAY_MS = 24 * 3_600_000

const textOf = (...names) => readFileSync(path.join(root, ...names), "utf8")
const { version } = JSON.parse(textOf("package.json"))

const CHECKS = {
  "nothing is left uncommitted": () => {
    const status = execFileSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" }).trim()
    return status === "" ? null : `commit or put away:\n${status}`
  },
  "every changeset is in the changelog": () => {
    const waiting = readdirSync(path.join(root, ".changeset")).filter((file) => /^(?!README).*\.md$/.test(file))
    return waiting.length === 0 ? null : `run npx changeset version: ${waiting.join(", ")}`
  },
  [`CHANGELOG.md reports what ${version} brings`]: () => {
    const [, section = ""] = textOf("CHANGELOG.md").split(`\n## ${version}\n`)
    const [entry = ""] = section.split("\n## ")
    return /^- \S/m.test(entry) ? null : `it has no lines under "## ${version}"`
  },
  "the matrix has seen it": () => {
    const [, tested = ""] = /TESTED_MEDUSA = \[(.*?)\]/.exec(textOf("src", "runtime", "schema-compatibility.ts")) ?? []
    const minors = [...tested.matchAll(/"(\d+\.\d+)"/g)].map(([, minor]) => minor)
    const content = packedContent()
    const isFresh = ({ result, on, ...row }) =>
      result === "works" && (row.content === content || Date.now() - Date.parse(on) < DAYS_OF_A_RECORD * DAY_MS)
    const seen = new Set(readVersions().filter(isFresh).map(minorPlaceOf))
    const missing = minors
      .flatMap((medusa) => NODES.map((node) => minorPlaceOf({ medusa, node })))
      .filter((one) => !seen.has(one))
    return missing.length === 0
      ? null
      : `run npm run test:matrix; docs/reference/versions.md has no such run of ${missing.join(", ")}`
  },
  "an upgrade from the release before is tested": () => {
    const kept = path.join("integration-tests", "shop", "support", "upgrade-fixtures")
    const names = existsSync(path.join(root, kept)) ? readdirSync(path.join(root, kept)) : []
    return names.some((name) => name.endsWith(".json.gz")) ? null : `run npm run upgrade:record; ${kept} holds no shop`
  },
  "the package holds what it should": () => {
    const steps = [
      ["run", "--silent", "build"],
      ["run", "--silent", "check:package"],
    ]
    const failed = steps
      .map((step) => spawnSync("npm", step, { cwd: root, encoding: "utf8" }))
      .find(({ status }) => status !== 0)
    return failed ? `${failed.stdout}${failed.stderr}`.trim() : null
  },
}

const problems = Object.entries(CHECKS).filter(([what, check]) => {
  const problem = check()
  process.stdout.write(problem === null ? `ok     ${what}\n` : `WRONG  ${what}: ${problem}\n`)
  return problem !== null
})
process.exitCode = problems.length > 0 ? 1 : 0
