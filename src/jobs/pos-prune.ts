import type { MedusaContainer } from "@medusajs/framework/types"
import { prune } from "../workflows/retention/prune"

/** Forgets what the option `retention` says is old enough. */
export default async function pruneJob(container: MedusaContainer): Promise<void> {
  await prune(container)
}

export const config = { name: "pos-prune", schedule: "17 * * * *" }
