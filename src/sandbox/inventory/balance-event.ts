import { type SandboxContext, speaksField } from "../context/sandbox-context"
import type { OrganizationState } from "../state/organization"
import { isStore } from "./stock-state"

/** Who moves stock: `externalUuid` is the caller's own word for it, `clientUuid` the client that called. */
export type MoveCause = { externalUuid: string | null; clientUuid: string | null }

/** A balance that a movement changed; `isNew`: there was no record of it before. */
export type MovedRow = {
  inventoryUuid: string
  productUuid: string
  variantUuid: string
  before: string
  after: string
  isNew: boolean
}

/**
 * The payload of InventoryBalanceChanged. As specified it has the rows of STOREs, before and after in the same order.
 * As observed it has those of the other side of each movement too, in another order, without what did not exist before,
 * and with `created` on the other side.
 */
export function composeBalanceEvent(
  context: SandboxContext,
  organization: OrganizationState,
  rows: MovedRow[],
  cause: MoveCause,
  at: Date
) {
  const created = at.toISOString()
  const entry = ({ inventoryUuid, productUuid, variantUuid }: MovedRow, balance: string) => ({
    organizationUuid: organization.uuid,
    locationUuid: inventoryUuid,
    productUuid,
    variantUuid,
    balance,
  })
  const isField = speaksField(context, "clientUuid")
  const ofStores = rows.filter(({ inventoryUuid }) => isStore(organization, inventoryUuid))
  const balances = isField
    ? {
        balanceBefore: rows.filter(({ isNew }) => !isNew).map((row) => ({ ...entry(row, row.before), created })),
        balanceAfter: rows.toReversed().map((row) => entry(row, row.after)),
      }
    : {
        balanceBefore: ofStores.map((row) => entry(row, row.before)),
        balanceAfter: ofStores.map((row) => ({ ...entry(row, row.after), created })),
      }
  return {
    organizationUuid: organization.uuid,
    updated: {
      uuid: organization.userUuid,
      timestamp: created,
      userType: "USER",
      clientUuid: isField ? cause.clientUuid : organization.userUuid,
    },
    ...balances,
    externalUuid: cause.externalUuid,
  }
}
