import { readFileSync } from "node:fs"
import path from "node:path"
import { z } from "@medusajs/framework/zod"
import { TESTED_MEDUSA } from "../../src/contract/monitoring"

const textOf = (name: string) => readFileSync(path.join(__dirname, "../..", name), "utf8")

const manifestSchema = z.looseObject({
  dependencies: z.record(z.string(), z.string()).default({}),
  peerDependencies: z.record(z.string(), z.string()).default({}),
})
const manifestOf = (name: string) => manifestSchema.parse(JSON.parse(textOf(name)))

/** Those that Medusa releases together, under one number; its components and icons go their own way. */
const OF_MEDUSA = ["admin-sdk", "dashboard", "framework", "icons", "js-sdk", "medusa"].map(
  (name) => `@medusajs/${name}`
)

const [oldest, newest] = [TESTED_MEDUSA[0], TESTED_MEDUSA[TESTED_MEDUSA.length - 1] ?? ""]

describe("the versions of Medusa that are tested", () => {
  it("are those that the package lets in", () => {
    const [major, minor] = newest.split(".").map(Number)
    const range = `>=${oldest}.0 <${major}.${Number(minor) + 1}.0`
    const { peerDependencies } = manifestOf("package.json")
    expect(Object.fromEntries(OF_MEDUSA.map((name) => [name, peerDependencies[name]]))).toEqual(
      Object.fromEntries(OF_MEDUSA.map((name) => [name, range]))
    )
  })

  it("follow one on the other", () => {
    const minors = TESTED_MEDUSA.map((version) => Number(version.split(".")[1]))
    expect(minors).toEqual(minors.map((_minor, index) => (minors[0] ?? 0) + index))
  })

  it("were all seen to work by the matrix, on each Node", () => {
    const seen = [
      ...textOf("docs/reference/versions.md").matchAll(/^\| (\d+\.\d+)\.\d+ +\| (\d+)\.[\d.]+ +\| works +\|/gm),
    ]
    expect([...new Set(seen.map(([, medusa, node]) => `${medusa} on ${node}`))]).toEqual(
      TESTED_MEDUSA.flatMap((medusa) => ["20", "22", "24"].map((node) => `${medusa} on ${node}`))
    )
  })

  it("are named by the README, and the newest is what the example shop is written with", () => {
    expect(textOf("README.md").replace(/\s+/g, " ")).toContain(
      `Tested with Medusa ${oldest === newest ? newest : `${oldest} to ${newest}`} on Node 20, 22 and 24`
    )
    expect(manifestOf("examples/shop/package.json").dependencies["@medusajs/medusa"]).toMatch(
      new RegExp(`^${newest.replace(".", "\\.")}\\.\\d+$`)
    )
  })
})
