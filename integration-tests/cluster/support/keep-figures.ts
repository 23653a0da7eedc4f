import { type KeptRun, keepRun, placeOfRun } from "../../../test-support/figures/kept-runs"

const place = placeOfRun()

/** With CLUSTER_KEEP=1 a run measures, on a machine that has nothing else to do: only then do its times decide. */
export const MEASURES = process.env.CLUSTER_KEEP === "1"

/** Reports what a suite saw; of a run that measures it stays in benchmarks/figures, from which the docs are written. */
export function keepClusterFigures(figures: KeptRun["figures"]): void {
  process.stderr.write(`${JSON.stringify(figures)}\n`)
  if (MEASURES) {
    keepRun("cluster", { ...place, figures })
  }
}
