import { existsSync, readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { format, resolveConfig } from "prettier"
import { fingerprintOf } from "../../scripts/demo-environment.mjs"
import { root } from "../../scripts/install-locked.mjs"

const PAGE = path.join(root, "docs", "reference", "versions.md")

const HEAD = `# Versions

What \`npm run test:matrix\` saw, and nothing else: the packed package is installed into a fresh shop
([examples/shop](../../examples/shop/README.md)) with the oldest and the newest version of each minor of Medusa that
\`peerDependencies\` names. The shop builds its admin, migrates, boots on each Node, and does the main job beside the
sandbox: connect, push the catalogue, turn a sale into an order, move stock both ways, refund. What the example adds, hook,
callback, events and link, is looked at, too.

A shop on another Medusa says so in its log at boot and in the [doctor](doctor.md). It goes on as long as the probe of Medusa's
tables finds nothing that it does not know; where it does, nothing is written and what comes is kept.

Before 2.21 Medusa's dashboard does not export the tables that the plugin's pages are made of: the admin of such a shop does not
build with the plugin, so those versions are not named.

`

const TABLE_HEAD = "| Medusa | Node | result | seconds | on |\n| --- | --- | --- | --- | --- |"

/** A mark of what is packed, so that a record can be told from one of other sources. */
export const packedContent = () => fingerprintOf("src").slice(0, 12)

/** The rows of the page, as the matrix has written them, each with the mark of the sources that all of them are of. */
export function readVersions() {
  const text = existsSync(PAGE) ? readFileSync(PAGE, "utf8") : ""
  const [, content = null] = /^All of the sources `(\w+)`/m.exec(text) ?? []
  return [...text.matchAll(/^\| +(\d\S*) +\| +(\d\S*) +\| +(.*?) +\| +(\S+) +\| +(\S+) +\|$/gm)].map(
    ([, medusa, node, result, seconds, on]) => ({ medusa, node, result, seconds, on, content })
  )
}

const minorOf = (version) => version.split(".").slice(0, 2).join(".")
const majorOf = (version) => version.split(".")[0]

/** One row stands for a version of Medusa on a major of Node; a minor has its oldest and its newest. */
const placeOf = ({ medusa, node }) => `${medusa} on ${majorOf(node)}`

/** A minor of Medusa on a major of Node. */
export const minorPlaceOf = ({ medusa, node }) => `${minorOf(medusa)} on ${majorOf(node)}`

const byNumbers = (one, other) => one.localeCompare(other, "en", { numeric: true })

/**
 * Puts rows in the place of those of the same minor and Node. Others of the same sources stay; those of other sources go,
 * and a test fails until the matrix has seen them with these.
 */
export async function writeVersions(rows, content) {
  const others = readVersions().filter((row) => row.content === content)
  const kept = new Map([...others, ...rows].map((row) => [placeOf(row), row]))
  const lines = [...kept.values()]
    .sort((one, other) => byNumbers(one.medusa, other.medusa) || byNumbers(one.node, other.node))
    .map(({ medusa, node, result, seconds, on }) => `| ${medusa} | ${node} | ${result} | ${seconds} | ${on} |`)
  const tail =
    "\n\n_Seconds_: boot and main job, with 64 products.\n\n" +
    `All of the sources \`${content}\`, a mark of what was packed; \`npm run release:check\` wants that of the\n` +
    "release, or a run of the last days.\n"
  const text = `${HEAD}${TABLE_HEAD}\n${lines.join("\n")}${tail}`
  writeFileSync(PAGE, await format(text, { ...(await resolveConfig(PAGE)), parser: "markdown" }))
}
