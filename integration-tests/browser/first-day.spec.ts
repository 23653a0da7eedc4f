import type { Browser } from "playwright-core"
import { startSandbox, type Sandbox } from "../../packages/pos-sandbox/src"
import { launchChromium } from "../../test-support/browser/chromium"
import { describeInBrowser } from "./support/describe-in-browser"
import { PHONE, PosPage } from "./support/pos-page"

describeInBrowser("The register on its first day", () => {
  let browser: Browser
  let sandbox: Sandbox
  let posPage: PosPage

  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser.close())
  beforeEach(async () => {
    sandbox = await startSandbox()
  })
  afterEach(async () => {
    await posPage.close()
    await sandbox.close()
  })

  it("makes an organization of a currency without decimals, shows its key, and sells sample goods", async () => {
    posPage = await PosPage.open(browser, sandbox, { viewport: PHONE })
    const { page } = posPage
    await page.getByRole("heading", { name: "Welcome" }).waitFor()
    await posPage.screenshot("pos-page-phone-welcome")
    await page.getByRole("main").getByRole("button", { name: "New organization" }).click()
    await posPage.field("Name").fill("東京カフェ")
    await posPage.field("Country").fill("JP")
    expect(await posPage.field("Currency").inputValue()).toBe("JPY")
    await posPage.button("Create").click()
    expect(await posPage.field("API key").inputValue()).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    await posPage.press("Escape")
    await page.getByRole("region", { name: "Goods" }).getByRole("listitem").first().waitFor()
    await page.getByRole("searchbox").fill("lösvikt finns inte")
    await page.getByRole("heading", { name: "Nothing found" }).waitFor()
    await page.getByRole("searchbox").fill("")
    const bar = posPage.button(/^Basket ·/)
    const piece = page
      .getByRole("region", { name: "Goods" })
      .getByRole("button")
      .filter({ hasNotText: /variant|kg|^All/ })
    await piece.filter({ hasText: "¥" }).first().click()
    await bar.click()
    await posPage.button(/^Charge/).click()
    await posPage.button(/^Take/).click()
    await page.getByRole("heading", { name: "Paid" }).waitFor()
    expect(await posPage.dialog.innerText()).not.toMatch(/¥[\d,]+\.\d/)
    expect(await posPage.overflows()).toBe(false)
    expect(posPage.complaints).toEqual([])
  })

  it("asks for the control token where the address has none, and refuses a wrong one", async () => {
    posPage = await PosPage.open(browser, sandbox, { path: "/" })
    await posPage.field("Control token").fill("wrong")
    await posPage.button("Open").click()
    await posPage.page.getByText("The control token is missing or wrong").waitFor()
    await posPage.field("Control token").fill(sandbox.controlToken)
    await posPage.button("Open").click()
    await posPage.page.getByRole("heading", { name: "Welcome" }).waitFor()
  })

  it("answers its files with a policy that lets nothing in from elsewhere", async () => {
    posPage = await PosPage.open(browser, sandbox)
    for (const path of ["/", "/pos-page/main.js", "/pos-page/pos-page.css"]) {
      const { headers, ok } = await fetch(`${sandbox.url}${path}`)
      expect(ok).toBe(true)
      expect(headers.get("content-security-policy")).toContain("script-src 'self'; style-src 'self'")
    }
    expect((await fetch(`${sandbox.url}/pos-page/tsconfig.json`)).status).toBe(404)
  })
})
