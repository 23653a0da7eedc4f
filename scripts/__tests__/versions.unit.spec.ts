import { readFileSync } from "node:fs"
import path from "node:path"
import { z } from "zod"
import { TESTED_MEDUSA } from "../../src/runtime/schema-compatibility"

const textOf = (name: string) => readFileSync(path.join(__dirname, "../..", name), "utf8")

const manifestSchema = z.looseObject({
  dependencies: z.record(z.string(), z.string()).default({}),
  peerDependencies: z.record(z.string(), z.string()).default({}),
})
const manifestOf = (name: string) => manifestSchema.parse(JSON.parse(textOf(name)))

/** Those that Medusa releases together, under one number; its components and icons go their own way. */
const OF_MEDUSA = ["admin-sdk", "framework", "icons", "js-sdk", "medusa"].map((name) => `@medusajs/${name}`)

const [oldest, newest] = [TESTED_MEDUSA[0], TESTED_MEDUSA[TESTED_MEDUSA.length - 1] ?? ""]

describe("the versions of Medusa that are tested", () => {
  it("begin where the package does, which lets in the newer ones, too", () => {
    const range = `>=${oldest}.0 <${Number(newest.split(".")[0]) + 1}.0.0`
    const { peerDependencies } = manifestOf("package.json")
    expect(Object.fromEntries(OF_MEDUSA.map((name) => [name, peerDependencies[name]]))).toEqual(
      Object.fromEntries(OF_MEDUSA.map((name) => [name, range]))
    )
  })

  it("are named oldest first", () => {
    const minors = TESTED_MEDUSA.map((version) => Number(version.split(".")[1]))
    expect(minors).toEqual([...new Set(minors)].sort((left, right) => left - right))
  })

  it("were all seen to work by the matrix, the newest on each Node", () => {
    const seen = [
      ...textOf("docs/reference/versions.md").matchAll(/^\| (\d+\.\d+)\.\d+ +\| (\d+)\.[\d.]+ +\| works +\|/gm),
    ]
    expect([...new Set(seen.map(([, medusa]) => medusa))]).toEqual([...TESTED_MEDUSA])
    expect(seen.filter(([, medusa]) => medusa === newest).map(([, , node]) => node)).toEqual(["20", "22", "24"])
  })

  it("are named by the README, and the newest is what the example shop is written with", () => {
    const readme = textOf("README.md").replace(/\s+/g, " ")
    expect(readme).toContain(`Tested with Medusa ${newest} on Node 20, 22 and 24`)
    const [, sentence = ""] = /(Tested with Medusa .*?\[versions\])/.exec(readme) ?? []
    expect(sentence.match(/\b2\.\d+/g)?.sort()).toEqual([...TESTED_MEDUSA])
    expect(manifestOf("examples/shop/package.json").dependencies["@medusajs/medusa"]).toMatch(
      new RegExp(`^${newest.replace(".", "\\.")}\\.\\d+$`)
    )
  })
})
