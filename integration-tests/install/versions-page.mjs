import { existsSync, readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { format, resolveConfig } from "prettier"
import { fingerprintOf } from "../../scripts/demo-environment.mjs"
import { root } from "../../scripts/install-locked.mjs"

const PAGE = path.join(root, "docs", "reference", "versions.md")

const HEAD = `# Versions

The versions of Medusa and Node with which the plugin was tested. This page is written by \`npm run test:matrix\`. It installs the packed
package into a new store ([examples/shop](../../examples/shop/README.md)), with plain \`npm install\`. It does so with the oldest Medusa that
\`peerDependencies\` names, and with the newest version of each minor. The store builds its admin, migrates, and boots on each Node. Then it does
the main job beside the sandbox: connect, push the catalog, turn a sale into an order, move stock both ways, refund. The example's hook, callback,
events and link are checked, too. A browser opens each page of the plugin, and each page of Medusa with one of its widgets.
At the end the plugin is removed as in [Uninstall](../guides/uninstall.md): the store builds and boots without it, with its orders and stock.

**Other versions of Medusa.** The store says so in its log at startup and in the [doctor](doctor.md). The plugin works as it does here as long as its
check of Medusa's tables finds no difference. If it finds one, Medusa's services take over orders, stock or the catalog, more slowly; only reports wait.
Everything received is kept.

**With 2.16**, Medusa's services deliver the catalog: there, an option belongs to one product, and the table \`product_product_option\` is missing.
npm refuses the plugin in a store with an older Medusa.

`

const TABLE_HEAD = "| Medusa | Node | result | seconds | on |\n| --- | --- | --- | --- | --- |"

/** A mark of what is packed, so that a record can be reported from one of other sources. */
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
    `All of the sources \`${content}\`, a fingerprint of the packed files. \`npm run release:check\` requires that of the\n` +
    "release, or a run of the last days.\n"
  const text = `${HEAD}${TABLE_HEAD}\n${lines.join("\n")}${tail}`
  writeFileSync(PAGE, await format(text, { ...(await resolveConfig(PAGE)), parser: "markdown" }))
}
