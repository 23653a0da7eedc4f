import type { AdminWindow } from "../../../test-support/browser/admin-window"

const PLACES = [
  ["Sales channel", "Kassa"],
  ["Stock location", "Butiken"],
  ["Region", /Sverige/],
] as const

/** Fills in the wizard's places, where the store has more than one. */
export async function choosePlaces({ page }: AdminWindow): Promise<void> {
  for (const [field, choice] of PLACES) {
    const box = page.getByRole("combobox", { name: field })
    await box.waitFor()
    if (!(await box.innerText()).match(choice)) {
      await box.click()
      await page.getByRole("option", { name: choice }).click()
    }
  }
}

/** Chooses one of a list by the list's name. */
export async function choose({ page }: AdminWindow, name: string, option: string): Promise<void> {
  await page.getByRole("combobox", { name, exact: true }).click()
  await page.getByRole("option", { name: option, exact: true }).click()
}

/** The wizard's last button, once every check has passed. */
export async function connectWhenChecked({ page }: AdminWindow): Promise<void> {
  await page.getByText("Test webhook", { exact: true }).waitFor()
  await page.getByRole("dialog").getByRole("button", { name: "Connect" }).click()
  await page.waitForURL(/\/settings\/pos\/poscon_/)
}
