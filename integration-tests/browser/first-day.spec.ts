import type { Browser } from "playwright-core"
import { startSandbox, type Sandbox } from "../../packages/pos-sandbox/src"
import { launchChromium } from "../../test-support/browser/chromium"
import { describeInBrowser } from "./support/describe-in-browser"
import { PHONE, Till } from "./support/till"

describeInBrowser("The register on its first day", () => {
  let browser: Browser
  let sandbox: Sandbox
  let till: Till

  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser.close())
  beforeEach(async () => {
    sandbox = await startSandbox()
  })
  afterEach(async () => {
    await till.close()
    await sandbox.close()
  })

  it("makes an organisation of a currency without decimals, shows its key, and sells sample goods", async () => {
    till = await Till.open(browser, sandbox, { viewport: PHONE })
    const { page } = till
    await page.getByRole("heading", { name: "Welcome" }).waitFor()
    await till.screenshot("till-phone-welcome")
    await page.getByRole("main").getByRole("button", { name: "New organization" }).click()
    await till.field("Name").fill("東京カフェ")
    await till.field("Country").fill("JP")
    expect(await till.field("Currency").inputValue()).toBe("JPY")
    await till.button("Create").click()
    expect(await till.field("API key").inputValue()).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    await till.press("Escape")
    await page.getByRole("region", { name: "Goods" }).getByRole("listitem").first().waitFor()
    await page.getByRole("searchbox").fill("lösvikt finns inte")
    await page.getByRole("heading", { name: "Nothing found" }).waitFor()
    await page.getByRole("searchbox").fill("")
    const bar = till.button(/^Basket ·/)
    const piece = page
      .getByRole("region", { name: "Goods" })
      .getByRole("button")
      .filter({ hasNotText: /variant|kg|^All/ })
    await piece.filter({ hasText: "¥" }).first().click()
    await bar.click()
    await till.button(/^Charge/).click()
    await till.button(/^Take/).click()
    await page.getByRole("heading", { name: "Paid" }).waitFor()
    expect(await till.dialog.innerText()).not.toMatch(/¥[\d,]+\.\d/)
    expect(await till.overflows()).toBe(false)
    expect(till.complaints).toEqual([])
  })

  it("asks for the control token where the address has none, and refuses a wrong one", async () => {
    till = await Till.open(browser, sandbox, { path: "/" })
    await till.field("Control token").fill("wrong")
    await till.button("Open").click()
    await till.page.getByText("The control token is missing or wrong").waitFor()
    await till.field("Control token").fill(sandbox.controlToken)
    await till.button("Open").click()
    await till.page.getByRole("heading", { name: "Welcome" }).waitFor()
  })

  it("answers its files with a policy that lets nothing in from elsewhere", async () => {
    till = await Till.open(browser, sandbox)
    for (const path of ["/", "/till/main.js", "/till/till.css"]) {
      const { headers, ok } = await fetch(`${sandbox.url}${path}`)
      expect(ok).toBe(true)
      expect(headers.get("content-security-policy")).toContain("script-src 'self'; style-src 'self'")
    }
    expect((await fetch(`${sandbox.url}/till/tsconfig.json`)).status).toBe(404)
  })
})
