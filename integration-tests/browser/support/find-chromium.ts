import { launchChromium } from "../../../test-support/browser/chromium"

/**
 * Tries once whether a Chromium runs on this machine. Where none does, the suites are skipped and the reason is printed,
 * past the runner's own silence.
 */
export default async function findChromium(): Promise<void> {
  try {
    await (await launchChromium()).close()
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error)
    process.env.NO_CHROMIUM = reason
    process.stderr.write(`The browser tests are skipped: no Chromium can run here. ${reason}\n`)
  }
}
