import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { atLeast, atMost, figureLines } from "../../test-support/figures/figure-row"
import { type KeptRun, keptRuns, withRun } from "../../test-support/figures/kept-runs"
import { FIGURE_ROWS } from "../../test-support/figures/rows"
import { treeHash } from "../../test-support/figures/tree-hash"
import { measuredOn, writeFigures } from "../docs/figures-page"

const KEPT = readdirSync(path.join(__dirname, "../../benchmarks/figures")).map((file) => path.basename(file, ".json"))

const SRC = "0123456789abcdef0123456789abcdef01234567"

const run = (on: string, figures: KeptRun["figures"]): KeptRun => ({
  on,
  commit: "3dcb94a3ea3a",
  src: SRC,
  machine: { cores: 2, memory_gb: 8, node: "22.23.3", load: 0.3 },
  figures,
})

describe("kept figures", () => {
  it("are of benchmarks that there are, and of no others", () => {
    expect(KEPT.filter((name) => !(name in FIGURE_ROWS))).toEqual([])
  })

  it.each(KEPT)("%s: each figure stands in one run", (name) => {
    const figures = keptRuns(name).flatMap((keptRun) => Object.keys(keptRun.figures))
    expect(figures.length).toBeGreaterThan(0)
    expect([...new Set(figures)]).toEqual(figures)
  })

  it.each(KEPT)("[D42] %s: each run since then names the tree of src that was measured", (name) => {
    // Of older runs it is known where their commit is still to be had.
    const recorded = keptRuns(name).filter(({ on }) => on >= "2026-11-24T12:00")
    expect(recorded.map(({ src }) => src)).toEqual(recorded.map(() => expect.stringMatching(/^[0-9a-f]{40}$/)))
  })

  it("[D42] are marked as older when src has changed since", () => {
    const measured = run("2026-11-22T21:00:00.000Z", { endpoint: 2 })
    expect(measuredOn(measured, SRC)).toBe("2026-11-22")
    expect(measuredOn(measured, SRC.replace("0", "1"))).toBe("2026-11-22, older code")
    expect(measuredOn({ ...measured, src: null }, SRC)).toBe("2026-11-22, older code")
  })

  it("[D42] know the tree as git does", () => {
    const folder = mkdtempSync(path.join(tmpdir(), "tree-"))
    try {
      mkdirSync(path.join(folder, "a"))
      writeFileSync(path.join(folder, "a", "å.ts"), "export const one = 1\n")
      writeFileSync(path.join(folder, "a.ts"), "")
      // As git 2 gives it: git hash-object for the files, git mktree for the folders.
      expect(treeHash(folder)).toBe("492cf881bdb1a4c972091f8b25f894da94016d7c")
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it("give way to those of a newer run, figure by figure", () => {
    const former = [run("2026-11-21", { endpoint: 1, receipts: 414 }), run("2026-11-20", { stock: 7 })]
    expect(withRun(former, run("2026-11-22T21:00:00.000Z", { endpoint: 2, stock: 8 }))).toEqual([
      run("2026-11-22T21:00:00.000Z", { endpoint: 2, stock: 8 }),
      run("2026-11-21", { receipts: 414 }),
    ])
  })
})

describe("the tables of figures", () => {
  const rows = [
    { figure: "share", says: "Share of {products} products", aim: atLeast(0.6) },
    { figure: "pages", says: "Page", unit: "ms" as const, aim: atMost(1_500) },
  ]

  it("say whether an aim is reached; of two runs both must", () => {
    expect(figureLines(rows, { share: 0.6, products: 10_000 })[0]).toEqual(["Share of 10,000 products", "0.6", "≥ 0.6"])
    expect(figureLines(rows, { share: [0.32, 0.7] })[0]?.slice(1)).toEqual(["0.32 to 0.7", "≥ 0.6, not reached"])
  })

  it("have a line for each of several things, and none is left out that was not measured", () => {
    const pages = { orders: [440, 900] satisfies [number, number], dry_run: 1_501 }
    expect(figureLines(rows, { pages, share: null })).toEqual([
      ["Share of … products", "–", "≥ 0.6"],
      ["Page: orders", "440 to 900 ms", "≤ 1,500 ms"],
      ["Page: dry run", "1,501 ms", "≤ 1,500 ms, not reached"],
    ])
  })

  it("are quoted in pages by marks, and a mark of what there is not is refused", () => {
    const [first] = keptRuns("limits")
    const seconds = Number(first?.figures.first_sync_s)
    expect(writeFigures("took <!--limits.first_sync_s:whole-->1 s<!--/--> once")).toBe(
      `took <!--limits.first_sync_s:whole-->${Math.round(seconds)} s<!--/--> once`
    )
    expect(() => writeFigures("<!--limits.nothing-->1<!--/-->")).toThrow("no figure limits.nothing")
  })
})
