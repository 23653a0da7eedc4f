export type InventoryType = "STORE" | "SUPPLIER" | "SOLD" | "BIN"

/** What is known of one variant in one inventory. */
export type StockRecord = {
  /** decimal text */
  balance: string
  /** epoch milliseconds */
  updated: number
  /** counts the changes, to distinguish two in one millisecond */
  revision: number
  lowStockLevel: number | null
  lowStockAlert: boolean
}

/** A STORE beside the one that the register sells from. */
export type FurtherStore = { uuid: string; name: string; description: string | null }

/** Records by inventory and variant; what never moved has none. */
export type StockState = Map<string, Map<string, StockRecord>>

/** Where goods can be: an organization's four default inventories, and its further STOREs. */
export type InventoryHolder = {
  inventories: Record<InventoryType, string>
  furtherStores: FurtherStore[]
  stock: StockState
}

/** True for a STORE, the only kind of inventory that has a bottom. */
export function isStore({ inventories, furtherStores }: InventoryHolder, inventoryUuid: string): boolean {
  return inventoryUuid === inventories.STORE || furtherStores.some(({ uuid }) => uuid === inventoryUuid)
}

export function isInventory(holder: InventoryHolder, inventoryUuid: string): boolean {
  const defaults: string[] = Object.values(holder.inventories)
  return defaults.includes(inventoryUuid) || isStore(holder, inventoryUuid)
}

export function getRecord({ stock }: InventoryHolder, inventoryUuid: string, variantUuid: string): StockRecord | null {
  return stock.get(inventoryUuid)?.get(variantUuid) ?? null
}

/** Decimal text; what has no record is 0. */
export function getBalance(holder: InventoryHolder, inventoryUuid: string, variantUuid: string): string {
  return getRecord(holder, inventoryUuid, variantUuid)?.balance ?? "0"
}

/** Changes a record, or begins one. */
export function changeRecord(
  { stock }: InventoryHolder,
  { inventoryUuid, variantUuid }: { inventoryUuid: string; variantUuid: string },
  change: Partial<Pick<StockRecord, "balance" | "lowStockLevel" | "lowStockAlert">>,
  at: Date
): void {
  const records = stock.get(inventoryUuid) ?? new Map<string, StockRecord>()
  const record = records.get(variantUuid)
  records.set(variantUuid, {
    balance: "0",
    lowStockLevel: null,
    lowStockAlert: false,
    ...record,
    ...change,
    updated: at.getTime(),
    revision: (record?.revision ?? 0) + 1,
  })
  stock.set(inventoryUuid, records)
}

/** A variant that is gone has no stock anywhere. */
export function forgetStock({ stock }: InventoryHolder, variantUuid: string): void {
  stock.forEach((records) => records.delete(variantUuid))
}
