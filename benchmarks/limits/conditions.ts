import type { PosDriver } from "../../test-support/pos-driver"

/** The way to the POS and back. */
const ROUND_TRIP_MS = 40

/** Of an import of as many products as one may hold. */
const IMPORT_SECONDS = 2

/** As far away, as slow and as sparing as the POS is in the world; for every organization of the sandbox. */
export async function setRealConditions(posDriver: PosDriver): Promise<void> {
  await posDriver.fault({ kind: "latency", interface: "all", milliseconds: ROUND_TRIP_MS })
  await posDriver.limitCalls({ inventory: { requests: 4, seconds: 1 } })
  await posDriver.changeService({ importSeconds: IMPORT_SECONDS })
}
