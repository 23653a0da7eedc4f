import { mkdirSync } from "node:fs"
import path from "node:path"
import type { Browser, Locator, Page } from "playwright-core"
import type { Places } from "./demo-store"

const SCREENSHOTS = process.env.SCREENSHOTS ?? path.join(__dirname, "..", "..", ".data", "screenshots")

const SIZES = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } }

const LONGEST_ESCAPE_MS = 30_000

/** Where the admin of a store is, and who signs in. */
type AdminPlace = Pick<Places, "shop_url" | "admin_email" | "admin_password">

export type View = { size?: keyof typeof SIZES; colorScheme?: "light" | "dark"; language?: string }

/** Noise of the dashboard itself, which is there without any plugin: its order page nests a box in a paragraph. */
const NOT_OURS = /HydrateFallback|Failed to load resource|validateDOMNesting[^]*\/order-detail-/

/** Nothing waits for its content any more. The network is never idle for long: open lists look for what is new. */
const SETTLED = `document.querySelector("main h1, main h2, [role=dialog] h2") !== null &&
  document.querySelector("main [role=status], main .animate-pulse, [role=dialog] [role=status]") === null`

/** The store's admin in a window of its own, signed in, as a person sees it. */
export class AdminWindow {
  /** what the browser complained of: exceptions and errors on its console */
  readonly complaints: string[] = []

  private constructor(
    readonly page: Page,
    private readonly places: AdminPlace
  ) {
    page.on("pageerror", ({ message }) => this.complaints.push(message))
    page.on("console", (message) => {
      if (message.type() === "error" && !NOT_OURS.test(message.text())) {
        this.complaints.push(message.text())
      }
    })
  }

  static async open(browser: Browser, places: AdminPlace, view: View = {}): Promise<AdminWindow> {
    const { size = "desktop", colorScheme = "light", language = "en" } = view
    const context = await browser.newContext({ viewport: SIZES[size], colorScheme, locale: "en-GB" })
    context.setDefaultTimeout(60_000)
    // The dashboard remembers both as it does for a person who chose them in the profile.
    await context.addInitScript(
      `localStorage.setItem("medusa_admin_theme", "${colorScheme}"); localStorage.setItem("lng", "${language}")`
    )
    const window = new AdminWindow(await context.newPage(), places)
    const { page } = window
    await page.goto(`${places.shop_url}/app/login`)
    await page.locator("input[name=email]").fill(places.admin_email)
    await page.locator("input[name=password]").fill(places.admin_password)
    await page.locator("button[type=submit]").click()
    await page.waitForURL(/\/app\/orders/)
    // The URL changes before the page: whoever goes on now would still meet the list of orders a moment later.
    await window.settled()
    return window
  }

  /** Waits until the page has a heading and shows its content. */
  async settled(): Promise<void> {
    await this.page.waitForFunction(SETTLED)
  }

  async go(place: string): Promise<void> {
    await this.page.goto(`${this.places.shop_url}/app${place}`)
  }

  button(name: string | RegExp) {
    return this.page.getByRole("button", { name, exact: typeof name === "string" })
  }

  heading(name: string | RegExp) {
    return this.page.getByRole("heading", { name, exact: typeof name === "string" })
  }

  /** A row of a list of names and values. */
  fact(label: string) {
    return this.page
      .locator("dl > div")
      .filter({ has: this.page.getByText(label, { exact: true }) })
      .locator("dd")
  }

  /**
   * Presses Escape until what it closes or asks is in this state. A drawer or question listens a moment after it is
   * shown, and a menu that fades out takes the key.
   */
  async pressEscape(until: Locator, state: "visible" | "hidden"): Promise<void> {
    for (let timeout = 1_000; ; timeout *= 2) {
      await this.page.keyboard.press("Escape")
      try {
        return await until.waitFor({ state, timeout })
      } catch (error) {
        if (timeout > LONGEST_ESCAPE_MS) {
          throw error
        }
      }
    }
  }

  row(text: string | RegExp) {
    return this.page.getByRole("row").filter({ hasText: text })
  }

  async screenshot(name: string): Promise<void> {
    mkdirSync(SCREENSHOTS, { recursive: true })
    await this.page.screenshot({ path: path.join(SCREENSHOTS, `${name}.png`) })
  }

  /** Whether something of the page hangs over the right edge of the window. */
  async overflows(): Promise<boolean> {
    return this.page.evaluate<boolean>("document.documentElement.scrollWidth > document.documentElement.clientWidth")
  }

  async close(): Promise<void> {
    await this.page.context().close()
  }
}
