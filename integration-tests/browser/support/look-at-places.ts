import type { AxiosInstance } from "axios"
import type { AdminWindow } from "../../../test-support/browser/admin-window"
import { eventually } from "../../shop/support/eventually"
import { graveFindings } from "./axe"

/** Pages of Medusa with widgets of ours. */
const MEDUSAS_OWN = ["product", "variant", "inventory-item", "order", "orders", "customers"]

/** Everything has its final color and place. What runs without end, such as the sign of a running sync, does not count. */
const STILL = `document.getAnimations().every(
  ({ playState, effect }) => playState !== "running" || effect.getComputedTiming().endTime === Infinity)`

/** Every page of the admin and every page with a widget, by a name for its screenshot. */
export async function placesOfAdmin(api: AxiosInstance): Promise<Record<string, string>> {
  const { data } = await api.get("/pos/receipts?limit=1&refund=false")
  // A change of the settings marks every product to be sent again, and a moment later none is synced.
  const link = await eventually(async () => {
    const { product_links } = (await api.get("/pos/product-links?limit=1&state=synced")).data
    if (product_links.length === 0) {
      throw new Error("No product is synced")
    }
    return product_links[0]
  })
  const [receipt] = data.receipts
  const [{ variant_id }] = link.variants
  const fields = "id,inventory_items.inventory_item_id"
  const { data: stocked } = await api.get(`/product-variants?id=${variant_id}&fields=${fields}`)
  const [{ inventory_item_id }] = stocked.variants[0].inventory_items
  const { data: known } = await api.get("/pos/connections")
  return {
    overview: "/pos?days=30",
    catalog: "/pos/catalog",
    "sync-preview": "/pos/catalog/sync-preview",
    images: "/pos/catalog/images",
    "held-changes": "/pos/catalog/held-changes",
    "not-at-the-pos": "/pos/catalog/unlisted-products",
    "unlinked-pos-products": "/pos/catalog/unlinked-products",
    "find-sale": `/pos/find-sale?q=${receipt.purchase_number}`,
    receipts: "/pos/receipts",
    receipt: `/pos/receipts/${receipt.id}`,
    "gift-cards": "/pos/gift-cards",
    payouts: "/pos/payouts",
    reports: "/pos/reports?kind=products",
    "needs-review": "/pos/payouts/review",
    // A report after another shows the former until it is there.
    "reports-web": "/pos/reports?kind=web",
    "stock-differences": "/pos/stock",
    "reports-stock": "/pos/reports?kind=stock",
    reconciliation: "/pos/reconciliation",
    events: "/pos/events",
    settings: "/settings/pos",
    connect: "/settings/pos?connect",
    connection: `/settings/pos/${known.connections[0].id}`,
    product: `/products/${link.product_id}`,
    variant: `/products/${link.product_id}/variants/${variant_id}`,
    "inventory-item": `/inventory/${inventory_item_id}`,
    order: `/orders/${receipt.order_id}`,
    orders: "/orders",
    customers: "/customers",
  }
}

const HEADINGS = "main h1, main h2, [role=dialog] h2"

/** What stands before the next place is there is marked, so that it is not taken for the next. */
const LEAVING = `document.querySelectorAll("${HEADINGS}").forEach((heading) => heading.setAttribute("data-left", ""))`
const HAS_LEFT = `document.querySelector("[data-left]") === null`

/**
 * Goes on within the dashboard as its links do, without loading it anew, which takes a processor seconds. What stands on
 * the same page, such as a dialogue, comes beside what is there.
 */
async function goOn(window: AdminWindow, place: string): Promise<void> {
  const { page } = window
  const there = new URL(`/app${place}`, page.url())
  const isSamePage = there.pathname === new URL(page.url()).pathname
  if (!isSamePage) {
    await page.evaluate(LEAVING)
  }
  await page.evaluate(
    `history.pushState(null, "", ${JSON.stringify(there.pathname + there.search)}); dispatchEvent(new PopStateEvent("popstate"))`
  )
  if (!isSamePage) {
    await page.waitForFunction(HAS_LEFT)
  }
}

/** Goes to every place, takes its screenshot, and reports what axe finds grave there and whether it hangs over the edge. */
export async function lookAtPlaces(window: AdminWindow, places: Record<string, string>, view: string) {
  const { page } = window
  const findings: Record<string, { axe: string[]; overflows: boolean }> = {}
  for (const [name, place] of Object.entries(places)) {
    const isModal = name === "connect"
    await goOn(window, place)
    await page
      .locator(isModal ? "[role=dialog] h2" : "main h1, main h2")
      .first()
      .waitFor()
    await window.settled()
    const isOurs = !MEDUSAS_OWN.includes(name)
    if (!isOurs) {
      await page.locator("[data-pos]").first().scrollIntoViewIfNeeded()
    }
    // Further down on the page of something else.
    const [, part] = place.split("#")
    if (part !== undefined) {
      await page.evaluate(`document.getElementById("${part}").scrollIntoView()`)
    }
    // Since the sign-in the pointer may rest on a button, which then has its hover color.
    await page.mouse.move(0, 0)
    await page.waitForFunction(STILL)
    await window.screenshot(`admin-${name}-${view}`)
    // On Medusa's own pages only the widgets are ours.
    const axe = await graveFindings(page, isModal ? "[role=dialog]" : isOurs ? "main" : "[data-pos]")
    findings[name] = { axe, overflows: isOurs && (await window.overflows()) }
  }
  return findings
}
