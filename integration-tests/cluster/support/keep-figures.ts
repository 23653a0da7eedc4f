import { type KeptRun, keepRun, placeOfRun } from "../../../test-support/figures/kept-runs"

const place = placeOfRun()

/** Reports what a suite saw; with CLUSTER_KEEP=1 it stays in benchmarks/figures, from which the docs are written. */
export function keepClusterFigures(figures: KeptRun["figures"]): void {
  process.stderr.write(`${JSON.stringify(figures)}\n`)
  if (process.env.CLUSTER_KEEP === "1") {
    keepRun("cluster", { ...place, figures })
  }
}
