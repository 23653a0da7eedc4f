import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { type Sql, sqlOn } from "../modules/pos/database/sql"

/** Statements for a request that only reads. */
export function sqlOf(scope: MedusaContainer): Sql {
  return sqlOn(scope.resolve(ContainerRegistrationKeys.PG_CONNECTION))
}
