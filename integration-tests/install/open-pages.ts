import path from "node:path"
import axios, { type AxiosInstance } from "axios"
import { AdminWindow } from "../../test-support/browser/admin-window"
import { launchChromium } from "../../test-support/browser/chromium"
import { placesOfAdmin } from "../browser/support/look-at-places"

/**
 * `tsx open-pages.ts <address of a store> <user> <password> [search]`: opens every page of the plugin and every page of Medusa
 * with one of its widgets in a browser, and ends with 1 where one does not show or the browser reports an error.
 * With `search`, it also finds a receipt by the dashboard's search. SCREENSHOTS is the folder of the screenshots.
 */
const [shopUrl = "", email = "", password = "", search] = process.argv.slice(2)

/** Pages of Medusa whose widgets have nothing to show in a store that sells without problems. */
const WITHOUT_WIDGET = ["orders", "customers"]

async function openPages(): Promise<string[]> {
  const browser = await launchChromium()
  try {
    const { data } = await axios.post(`${shopUrl}/auth/user/emailpass`, { email, password })
    const headers = { authorization: `Bearer ${data.token}` }
    const api = axios.create({ baseURL: `${shopUrl}/admin`, headers })
    const places = await placesOfAdmin(api)
    const window = await AdminWindow.open(browser, {
      shop_url: shopUrl,
      admin_email: email,
      admin_password: password,
    })
    const problems: string[] = []
    for (const [name, place] of Object.entries(places)) {
      try {
        await openPage(window, name, place)
      } catch (error) {
        problems.push(`${name} (${place}): ${error instanceof Error ? error.message.split("\n")[0] : String(error)}`)
      }
      problems.push(...window.complaints.splice(0).map((complaint) => `${name} (${place}): ${complaint}`))
    }
    process.stdout.write(`${Object.keys(places).length} pages opened\n`)
    problems.push(...(search === "search" ? await searchReceipt(window, api) : []))
    return problems
  } finally {
    await browser.close()
  }
}

async function openPage(window: AdminWindow, name: string, place: string): Promise<void> {
  await window.go(place)
  const heading = window.page.locator(name === "connect" ? "[role=dialog] h2" : "main h1, main h2")
  await heading.first().waitFor()
  const isOfMedusa = !place.startsWith("/pos") && !place.startsWith("/settings/pos")
  if (isOfMedusa && !WITHOUT_WIDGET.includes(name)) {
    await window.page.locator("[data-pos]").first().waitFor({ state: "attached" })
  }
  // A page's table comes after its heading.
  await window.page.waitForFunction(`document.querySelector("main .animate-pulse, main [role=status]") === null`)
  await window.screenshot(name)
}

/** Finds a receipt by its number with ⌘K. */
async function searchReceipt(window: AdminWindow, api: AxiosInstance): Promise<string[]> {
  const { data } = await api.get("/pos/receipts?limit=1")
  const number: unknown = data.receipts[0].purchase_number
  try {
    await window.go("/pos/receipts")
    await window.heading("Receipts").waitFor()
    await window.page.keyboard.press("ControlOrMeta+k")
    await window.page.getByRole("combobox").fill(`#${String(number)}`)
    await window.page.getByRole("option", { name: new RegExp(`^#${String(number)} ·`) }).waitFor()
    await window.screenshot("dashboard-search")
    process.stdout.write(`Found receipt ${String(number)} by the dashboard's search\n`)
    return window.complaints.splice(0)
  } catch (error) {
    return [`dashboard's search: ${error instanceof Error ? error.message : String(error)}`]
  }
}

process.env.SCREENSHOTS ??= path.join(__dirname, "..", "..", ".data", "matrix-pages")

openPages().then(
  (problems) => {
    process.stderr.write(problems.map((problem) => `failed: ${problem}\n`).join(""))
    process.exit(problems.length === 0 ? 0 : 1)
  },
  (error: unknown) => {
    process.stderr.write(`failed: ${error instanceof Error ? error.stack : String(error)}\n`)
    process.exit(1)
  }
)
