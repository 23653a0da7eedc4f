import { mkdirSync } from "node:fs"
import path from "node:path"
import type { Browser, Page } from "playwright-core"
import type { Sandbox } from "../../../packages/pos-sandbox/src"
import { graveFindings } from "./axe"

const SCREENSHOTS = path.join(__dirname, "..", "..", "..", ".data", "screenshots")

export const DESKTOP = { width: 1280, height: 800 }
export const TABLET = { width: 820, height: 1180 }
export const PHONE = { width: 390, height: 844 }

type View = {
  viewport?: { width: number; height: number }
  colorScheme?: "light" | "dark"
  path?: string
  /** who sells, where the sandbox has several organizations */
  organizationUuid?: string
}

/** The register in a window of its own, as a person sees it. */
export class PosPage {
  /** what the browser complained of: exceptions, and errors on its console such as breaches of the security policy */
  readonly complaints: string[] = []
  private isMeasured = false

  private constructor(readonly page: Page) {
    page.on("pageerror", ({ message }) => this.complaints.push(message))
    page.on("console", (message) => {
      // An answer such as 422 is the POS's word to the person at the register.
      const isOfAxe = this.isMeasured && message.text().startsWith("Applying inline style")
      if (message.type() === "error" && !/status of 4\d\d/.test(message.text()) && !isOfAxe) {
        this.complaints.push(message.text())
      }
    })
  }

  static async open(
    browser: Browser,
    sandbox: Pick<Sandbox, "url" | "controlToken">,
    view: View = {}
  ): Promise<PosPage> {
    const { viewport = DESKTOP, colorScheme = "light", path: place = `/#token=${sandbox.controlToken}` } = view
    const context = await browser.newContext({ viewport, colorScheme, locale: "en-GB" })
    context.setDefaultTimeout(60_000)
    if (view.organizationUuid) {
      await context.addInitScript(`sessionStorage.setItem("pos-page.organization", "${view.organizationUuid}")`)
    }
    const posPage = new PosPage(await context.newPage())
    await posPage.page.goto(`${sandbox.url}${place}`)
    return posPage
  }

  button(name: string | RegExp) {
    return this.page.getByRole("button", { name, exact: typeof name === "string" })
  }

  field(name: string | RegExp) {
    const controls = this.page.locator("input, select, textarea")
    return controls.and(this.page.getByLabel(name, { exact: typeof name === "string" }))
  }

  get dialog() {
    return this.page.getByRole("dialog")
  }

  /** Goes to one of the places of the register. */
  async go(place: "Sell" | "Receipts" | "Products" | "Live" | "Calls" | "Behavior" | "Sandbox") {
    await this.page.getByRole("navigation").getByRole("button", { name: place }).click()
  }

  tile(name: string) {
    return this.page.getByRole("region", { name: "Goods" }).getByRole("button", { name })
  }

  async press(...keys: string[]) {
    for (const key of keys) {
      await this.page.keyboard.press(key)
    }
  }

  async type(text: string) {
    await this.page.keyboard.type(text)
  }

  /** The name of what has the focus; empty when that is the page, whose text holds all names. */
  async focused(): Promise<string> {
    return this.page.evaluate<string>(`(() => {
      if (document.activeElement.matches("body, dialog")) {
        return ""
      }
      const { labels, ariaLabel, textContent } = document.activeElement
      return (ariaLabel ?? labels?.[0]?.textContent) || textContent
    })()`)
  }

  /** Waits until screen readers are given a text that the page does not show. */
  async announcement(text: string) {
    await this.page.locator("#announcements").getByText(text, { exact: true }).waitFor({ state: "attached" })
  }

  /** What the page has put into the clipboard. */
  async clipboard(): Promise<string> {
    await this.page.context().grantPermissions(["clipboard-read", "clipboard-write"])
    return this.page.evaluate<string>("navigator.clipboard.readText()")
  }

  /** What axe finds grave; it measures with styles that the page's security policy refuses, which is no fault of ours. */
  async graveFindings(part: string): Promise<string[]> {
    this.isMeasured = true
    return graveFindings(this.page, part)
  }

  async screenshot(name: string) {
    mkdirSync(SCREENSHOTS, { recursive: true })
    await this.page.screenshot({ path: path.join(SCREENSHOTS, `${name}.png`) })
  }

  /** Whether something hangs over the right edge of the window. */
  async overflows(): Promise<boolean> {
    return this.page.evaluate<boolean>("document.documentElement.scrollWidth > document.documentElement.clientWidth")
  }

  async close() {
    await this.page.context().close()
  }
}
