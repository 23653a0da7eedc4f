import { MedusaError } from "@medusajs/framework/utils"

/** What a plan says cannot be done. */
export class PlanConflictError extends MedusaError {
  constructor(conflicts: string[]) {
    super(MedusaError.Types.INVALID_DATA, `Could not keep the plan: ${conflicts.join("; ")}. Choose again.`)
  }
}

/** A plan that was applied or discarded can no longer be changed. */
export class PlanNotDraftError extends MedusaError {
  constructor(planId: string, state: string) {
    super(MedusaError.Types.NOT_ALLOWED, `The plan ${planId} is ${state}. Make a new one.`)
  }
}
