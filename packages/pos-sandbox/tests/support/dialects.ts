import type { Dialect, DialectPoint } from "../../src"
import type { Merchant } from "./merchant"

/** Sets points of the dialect while the sandbox runs; the others stay as they are. */
export async function speak(
  merchant: Merchant,
  points: DialectPoint | DialectPoint[],
  dialect: Dialect
): Promise<void> {
  const choice = Object.fromEntries([points].flat().map((point) => [point, dialect]))
  const { status } = await merchant.control.patch("/settings", { dialect: choice })
  if (status !== 200) {
    throw new Error(`The sandbox does not know one of the points ${[points].flat().join(", ")}: it answered ${status}`)
  }
}
