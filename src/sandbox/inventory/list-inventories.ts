import { INVENTORY_TYPES } from "../../pos-api/contract"
import { type SandboxContext, speaksField } from "../context/sandbox-context"
import type { OrganizationState } from "../state/organization"
import type { FurtherStore, InventoryType } from "./stock-state"

const nameOf = (type: InventoryType) => type.charAt(0) + type.slice(1).toLowerCase()

/**
 * Every inventory of an organisation. As observed each tells whether it is the default of its type, and a STORE that is
 * not the till's may stand before the till's.
 */
export function listInventories(context: SandboxContext, organization: OrganizationState) {
  const isField = speaksField(context, "stores")
  const defaults = INVENTORY_TYPES.map((inventoryType) => ({
    inventoryUuid: organization.inventories[inventoryType],
    inventoryType,
    name: nameOf(inventoryType),
    ...(isField ? { description: null, defaultInventory: true } : {}),
  }))
  const further = organization.furtherStores.map((store) => shownStore(context, store))
  return isField ? [...further, ...defaults] : [...defaults, ...further]
}

/** A STORE beside the till's. */
export function shownStore(context: SandboxContext, { uuid, name, description }: FurtherStore) {
  return {
    inventoryUuid: uuid,
    inventoryType: "STORE",
    name,
    ...(speaksField(context, "stores") ? { description, defaultInventory: false } : {}),
  }
}

/** UUIDs of all STOREs, the till's first. */
export function storeUuids({ inventories, furtherStores }: OrganizationState): string[] {
  return [inventories.STORE, ...furtherStores.map(({ uuid }) => uuid)]
}
