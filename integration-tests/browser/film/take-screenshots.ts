import axios, { type AxiosInstance } from "axios"
import type { Browser } from "playwright-core"
import { AdminWindow } from "../../../test-support/browser/admin-window"
import { launchChromium } from "../../../test-support/browser/chromium"
import { DemoStore } from "../../../test-support/browser/demo-store"
import { nameView, VIEWS } from "../../../scripts/screenshots/pages"
import { openOrganization } from "../../../test-support/open-organization"
import { lookAtPlaces, placesOfAdmin } from "../support/look-at-places"

const DAYS = 90
/** The demo creates some two hundred orders of its online store, one after another. */
const LONGEST_WAIT_MS = 1_200_000

/** Every page of the admin as the demo shows it with its past, into the folder of SCREENSHOTS. */
async function takeScreenshots(): Promise<void> {
  const shop = await DemoStore.start("screenshots", { connected: true, days: DAYS })
  const browser = await launchChromium()
  try {
    const { shop_url, admin_email: email, admin_password: password } = shop.places
    const { data } = await axios.post(`${shop_url}/auth/user/emailpass`, { email, password })
    const api = axios.create({ baseURL: `${shop_url}/admin`, headers: { authorization: `Bearer ${data.token}` } })
    const problems = [
      ...(await takeInEachView(browser, shop, await placesWithPast(api))),
      // Last, because a second connection changes the pages of the first.
      ...(await takeInEachView(browser, shop, await connectForMatching(api, shop))),
    ]
    if (problems.length > 0) {
      throw new Error(JSON.stringify(problems, null, 2))
    }
  } finally {
    await browser.close()
    await shop.stop()
  }
}

/** Takes the screenshots in all windows, and lists what is wrong with the pages. */
async function takeInEachView(browser: Browser, shop: DemoStore, places: Record<string, string>) {
  const problems = []
  for (const view of VIEWS) {
    const window = await AdminWindow.open(browser, shop.places, view)
    const findings = await lookAtPlaces(window, places, nameView(view))
    const wrong = Object.entries(findings).filter(([, { axe, overflows }]) => axe.length > 0 || overflows)
    process.stdout.write(`${view.size}, ${view.colorScheme}: ${Object.keys(findings).length} pages\n`)
    if (wrong.length > 0 || window.complaints.length > 0) {
      problems.push({ view, wrong, complaints: window.complaints })
    }
    await window.close()
  }
  return problems
}

/** All pages with one connection. */
async function placesWithPast(api: AxiosInstance): Promise<Record<string, string>> {
  const { data: known } = await api.get("/pos/connections")
  const [{ id, sales_channel_id }] = known.connections
  await webOrdersExist(api, sales_channel_id)
  await pastIsThere(api, id)
  const { "reports-web": _web, "reports-stock": _stock, ...places } = await placesOfAdmin(api)
  const { data } = await api.get(`/pos/payouts?connection_id=${id}&limit=1`)
  return {
    ...places,
    payout: `/pos/payouts/${data.payouts[0].id}`,
    "activity-log": `/settings/pos/${id}#activities`,
  }
}

/** Connects a second organization, whose products are matched with those of the store first. */
async function connectForMatching(api: AxiosInstance, shop: DemoStore): Promise<Record<string, string>> {
  process.env.POS_SERVICE_URL = shop.places.sandbox_url
  process.env.POS_CONTROL_TOKEN = shop.places.control_token
  const { control, organizationUuid, apiKey: api_key } = await openOrganization({ name: "Kiosken" })
  const past = { products: 8, purchases: 60, days: 40, refundShare: 0.1 }
  await control.post(`/organizations/${organizationUuid}/seed`, { organizationUuid, ...past })
  const { data: known } = await api.get("/pos/connections")
  const [{ sales_channel_id, stock_location_id, region_id }] = known.connections
  const choices = { api_key, sales_channel_id, stock_location_id, region_id }
  const { data } = await api.post("/pos/connections", choices)
  return { "initial-matching": `/settings/pos/${data.connection.id}/plan` }
}

/** The demo creates orders of its online store while it can be used already, more than two for each day. */
async function webOrdersExist(api: AxiosInstance, posChannelId: string): Promise<void> {
  const { data } = await api.get("/sales-channels?limit=100")
  const web = data.sales_channels.filter(({ id }: { id: string }) => id !== posChannelId)
  const query = web.map(({ id }: { id: string }) => `sales_channel_id[]=${id}`).join("&")
  await waitFor(async () => (await api.get(`/orders?limit=1&${query}`)).data.count > DAYS)
}

/** The financial reconciliation is the last that a demo with a past does by itself, after the last of its web orders. */
async function pastIsThere(api: AxiosInstance, connectionId: string): Promise<void> {
  type Run = { kind: string; state: string; created_at: string }
  const since = Date.now()
  await waitFor(async () => {
    const { data } = await api.get(`/pos/runs?connection_id=${connectionId}`)
    return data.runs.some(
      ({ kind, state, created_at }: Run) => kind === "money" && state === "finished" && Date.parse(created_at) > since
    )
  })
}

async function waitFor(isThere: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + LONGEST_WAIT_MS
  while (!(await isThere())) {
    if (Date.now() > deadline) {
      throw new Error("The demo's past was not there in time")
    }
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}

void takeScreenshots()
