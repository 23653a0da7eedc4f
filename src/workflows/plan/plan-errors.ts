import { MedusaError } from "@medusajs/framework/utils"

/** A plan that was applied or discarded can no longer be changed. */
export class PlanNotDraftError extends MedusaError {
  constructor(planId: string, state: string) {
    super(MedusaError.Types.NOT_ALLOWED, `The plan ${planId} is ${state}. Make a new one.`)
  }
}
