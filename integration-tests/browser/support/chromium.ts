import { existsSync } from "node:fs"
import { type Browser, chromium as playwright } from "playwright-core"

const SYSTEM = "/usr/bin/chromium"

const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
]

/**
 * A real Chromium: that of CHROMIUM_PATH, the system's, or else the one that comes with the development dependencies
 * (Linux), or the Chrome that is installed (elsewhere).
 */
export async function launchChromium(): Promise<Browser> {
  const executablePath = await findChromium()
  return playwright.launch({ args: ARGUMENTS, ...(executablePath ? { executablePath } : { channel: "chrome" }) })
}

async function findChromium(): Promise<string | null> {
  if (process.env.CHROMIUM_PATH) {
    return process.env.CHROMIUM_PATH
  }
  if (existsSync(SYSTEM)) {
    return SYSTEM
  }
  return process.platform === "linux" ? unpackChromium() : null
}

/** Unpacks the Chromium of @sparticuz/chromium, once a machine. */
export async function unpackChromium(): Promise<string> {
  const { default: chromium } = await import("@sparticuz/chromium")
  return chromium.executablePath()
}
