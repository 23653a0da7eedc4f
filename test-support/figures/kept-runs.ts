import { spawnSync } from "node:child_process"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { z } from "zod"
import { treeHash } from "./tree-hash"

/** Not by __dirname: where a script imports this through tsx, it is that of no file. */
const ROOT = path.resolve(path.dirname(__filename), "..", "..")
const GIGABYTE = 1024 ** 3

const valueSchema = z.union([z.number(), z.tuple([z.number(), z.number()])])
const figureSchema = z.union([valueSchema, z.record(z.string(), valueSchema), z.null()])

const runSchema = z.strictObject({
  /** when, UTC; of what was entered from a page the day is known only */
  on: z.union([z.iso.datetime(), z.iso.date()]),
  /** null: not known, or it had changes that are in no commit */
  commit: z.string().nullable(),
  /** git's tree hash of the `src` that was measured, which survives a rewritten history; null: it is no longer known */
  src: z
    .string()
    .regex(/^[0-9a-f]{40}$/)
    .nullable(),
  machine: z.strictObject({
    cores: z.number(),
    memory_gb: z.number().nullable(),
    node: z.string().nullable(),
    /** how many processes wanted a core when the run began, a minute's average */
    load: z.number().nullable(),
  }),
  /** what else a reader should know; of a figure that no run wrote here, where it was taken from */
  note: z.string().optional(),
  figures: z.record(z.string(), figureSchema),
})
export type KeptRun = z.infer<typeof runSchema>

const keptSchema = z.strictObject({ runs: z.array(runSchema) })

const fileOf = (name: string) => path.join(ROOT, "benchmarks", "figures", `${name}.json`)

/** The runs whose figures are kept, the newest first; no two have the same figure. */
export function keptRuns(name: string): KeptRun[] {
  const file = fileOf(name)
  return existsSync(file) ? keptSchema.parse(JSON.parse(readFileSync(file, "utf8"))).runs : []
}

/** Where a run that begins now is made; a benchmark works on all cores itself, so this is asked before. */
export function placeOfRun(): Pick<KeptRun, "on" | "commit" | "src" | "machine"> {
  return {
    on: new Date().toISOString(),
    commit: commitOf(),
    src: currentSrc(),
    machine: {
      cores: os.cpus().length,
      memory_gb: Math.round(os.totalmem() / GIGABYTE),
      node: process.versions.node,
      load: Number((os.loadavg()[0] ?? 0).toFixed(1)),
    },
  }
}

/** The tree hash of `src` as it stands. */
export const currentSrc = (): string => treeHash(path.join(ROOT, "src"))

/** The runs with one more: of each figure the newest stays, and a run without any goes. */
export function withRun(runs: readonly KeptRun[], run: KeptRun): KeptRun[] {
  const others = runs.map((former) => ({
    ...former,
    figures: Object.fromEntries(Object.entries(former.figures).filter(([figure]) => !(figure in run.figures))),
  }))
  return [run, ...others.filter(({ figures }) => Object.keys(figures).length > 0)]
}

/** Writes a run's figures to benchmarks/figures. Returns the file's path in the repository. */
export function keepRun(name: string, run: KeptRun): string {
  const file = fileOf(name)
  const kept = keptSchema.parse({ runs: withRun(keptRuns(name), run) })
  writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`)
  return path.relative(ROOT, file)
}

/** Null where the sources are not those of a commit, or of a repository: what was measured then is nowhere to be read. */
function commitOf(): string | null {
  const sources = ["src", "benchmarks", "test-support", "scripts", ":!benchmarks/figures"]
  return git("status", "--porcelain", "--", ...sources) === "" ? git("rev-parse", "--short=12", "HEAD") : null
}

function git(...parameters: string[]): string | null {
  const { status, stdout } = spawnSync("git", parameters, { cwd: ROOT, encoding: "utf8" })
  return status === 0 ? stdout.trim() : null
}
