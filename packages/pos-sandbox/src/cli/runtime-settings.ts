import nodeModule from "node:module"
import { setFlagsFromString } from "node:v8"

/**
 * Settings of the process, which must apply before the rest of the code is loaded. A sandbox runs beside a store and
 * its database on one machine: little memory is worth more than the last bit of speed.
 */
const FLAGS = [
  // New objects have 1 MB, and the heap grows in small steps.
  "--semi-space-growth-factor=1",
  "--heap-growing-percent=25",
]

/** The optimizer of Node 20 would already work on the code of the start; later versions wait, and lack the flag. */
const FLAGS_OF_NODE_20 = ["--interrupt-budget=1000000"]

const isNode20 = process.versions.node.startsWith("20.")

for (const flag of isNode20 ? [...FLAGS, ...FLAGS_OF_NODE_20] : FLAGS) {
  setFlagsFromString(flag)
}

// From Node 22.1 on: compiled code is stored in a folder for temporary files, and the next start reads it from there.
if ("enableCompileCache" in nodeModule && typeof nodeModule.enableCompileCache === "function") {
  Reflect.apply(nodeModule.enableCompileCache, nodeModule, [])
}
