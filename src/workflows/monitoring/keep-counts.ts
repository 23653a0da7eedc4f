import { container as shop } from "@medusajs/framework"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../modules/pos"
import type { ApplicationPart } from "../../modules/pos/application-parts"
import { addCounts } from "../../modules/pos/queries/monitoring/counters"
import { putBack, takeCounted } from "../../telemetry/counts"
import { reasonOf } from "../queue/reason-of"

/** What a worker counts no route of its own could tell, so that every process writes its counts down. */
const WRITE_EVERY_MS = 5_000

/** Writes down what this process has counted; what cannot be written is tried again with what comes. */
export async function keepCounts(container: MedusaContainer): Promise<void> {
  const counted = takeCounted()
  if (counted.size === 0) {
    return
  }
  try {
    await container.resolve(POS_MODULE).query((sql) => addCounts(sql, counted))
  } catch (error) {
    putBack(counted)
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(`pos: the counts of ${counted.size} series were not written: ${reasonOf(error)}`)
  }
}

let timer: NodeJS.Timeout | undefined

/** Writes counts down again and again, and once more when the application ends. */
export const keepCountsPart: ApplicationPart = {
  name: "keep-counts",
  start() {
    clearInterval(timer)
    timer = setInterval(() => void keepCounts(shop), WRITE_EVERY_MS).unref()
  },
  async end() {
    clearInterval(timer)
    await keepCounts(shop)
  },
}
