import type { AdminWindow } from "../../../test-support/browser/admin-window"
import { eventually } from "../../shop/support/eventually"

/** Waits until a list of names and values shows this value; several lists may be shown, the last one counts. */
export async function showsFact(window: AdminWindow, label: string, value: string): Promise<void> {
  const fact = window.fact(label).last()
  await fact.waitFor()
  await eventually(async () => expect(await fact.innerText({ timeout: 1_000 })).toBe(value))
}
