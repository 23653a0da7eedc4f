import type { MedusaContainer } from "@medusajs/framework/types"
import { resumeRuns } from "../../../src/features/background/resume-runs"
import { POS_MODULE } from "../../../src/modules/pos"
import { eventually } from "./eventually"

/**
 * Lets a run that compares levels look again, as if a minute had passed since it looked last. It waits for the end of
 * that look, because what a look writes last must not follow what is set here.
 * @returns false for a run that has finished, which stays as it is
 */
export async function lookAgain(container: MedusaContainer, runId: string): Promise<boolean> {
  const pos = container.resolve(POS_MODULE)
  const run = await eventually(async () => {
    const looking = await pos.retrievePosRun(runId)
    if (looking.state !== "finished") {
      expect(looking).toMatchObject({ state: "running", details: { looked_at: expect.any(String) } })
    }
    return looking
  })
  if (run.state === "finished") {
    return false
  }
  const looked_at = new Date(Date.now() - 60_000).toISOString()
  await pos.updatePosRuns({ id: runId, details: { ...run.details, looked_at } })
  await resumeRuns(container, run.connection_id)
  return true
}
