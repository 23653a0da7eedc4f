import axios, { type AxiosInstance } from "axios"
import { AdminWindow, type View } from "../../../test-support/browser/admin-window"
import { launchChromium } from "../../../test-support/browser/chromium"
import { DemoStore } from "../../../test-support/browser/demo-store"
import { lookAtPlaces, placesOfAdmin } from "../support/look-at-places"

const DAYS = 90
const LONGEST_WAIT_MS = 300_000

const VIEWS: Required<Omit<View, "language">>[] = [
  { size: "desktop", colorScheme: "light" },
  { size: "desktop", colorScheme: "dark" },
  { size: "phone", colorScheme: "light" },
  { size: "phone", colorScheme: "dark" },
]

/** Every page of the admin as the demo shows it with its past, into the folder of SCREENSHOTS. */
async function takeScreenshots(): Promise<void> {
  const shop = await DemoStore.start("screenshots", { connected: true, days: DAYS })
  const browser = await launchChromium()
  try {
    const { shop_url, admin_email: email, admin_password: password } = shop.places
    const { data } = await axios.post(`${shop_url}/auth/user/emailpass`, { email, password })
    const api = axios.create({ baseURL: `${shop_url}/admin`, headers: { authorization: `Bearer ${data.token}` } })
    const places = await placesWithPast(api)
    for (const view of VIEWS) {
      const window = await AdminWindow.open(browser, shop.places, view)
      const findings = await lookAtPlaces(window, places, `${view.size}-${view.colorScheme}`)
      const wrong = Object.entries(findings).filter(([, { axe, overflows }]) => axe.length > 0 || overflows)
      process.stdout.write(`${view.size}, ${view.colorScheme}: ${Object.keys(findings).length} pages\n`)
      if (wrong.length > 0 || window.complaints.length > 0) {
        throw new Error(JSON.stringify({ wrong, complaints: window.complaints }, null, 2))
      }
      await window.close()
    }
  } finally {
    await browser.close()
    await shop.stop()
  }
}

/** All pages but that of money, which has differences to show where something was broken on purpose. */
async function placesWithPast(api: AxiosInstance): Promise<Record<string, string>> {
  const { data: known } = await api.get("/pos/connections")
  const [{ id }] = known.connections
  await pastIsThere(api, id)
  const { money: _money, ...places } = await placesOfAdmin(api)
  const { data } = await api.get(`/pos/payouts?connection_id=${id}&limit=1`)
  return { ...places, payout: `/pos/payouts/${data.payouts[0].id}` }
}

/** The comparison of money is the last that a demo with a past does by itself. */
async function pastIsThere(api: AxiosInstance, connectionId: string): Promise<void> {
  const deadline = Date.now() + LONGEST_WAIT_MS
  for (;;) {
    const { data } = await api.get(`/pos/runs?connection_id=${connectionId}`)
    if (
      data.runs.some(({ kind, state }: { kind: string; state: string }) => kind === "money" && state === "finished")
    ) {
      return
    }
    if (Date.now() > deadline) {
      throw new Error("The demo's past was not there in time")
    }
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}

void takeScreenshots()
