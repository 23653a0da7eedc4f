import type { Browser } from "playwright-core"
import type { Sandbox } from "../../packages/pos-sandbox/src"
import { Destination } from "../../packages/pos-sandbox/tests/support/destination"
import { Merchant } from "../../packages/pos-sandbox/tests/support/merchant"
import { openSandbox } from "../../packages/pos-sandbox/tests/support/use-sandbox"
import { launchChromium } from "../../test-support/browser/chromium"
import { describeInBrowser } from "./support/describe-in-browser"
import { HOSTILE_NAME, stockShop } from "./support/goods"
import { PHONE, TABLET, Till } from "./support/till"

describeInBrowser("The register", () => {
  let browser: Browser
  let sandbox: Sandbox
  let merchant: Merchant
  let till: Till
  let goods: Awaited<ReturnType<typeof stockShop>>

  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser.close())
  beforeEach(async () => {
    sandbox = await openSandbox()
    merchant = await Merchant.open(sandbox)
    goods = await stockShop(merchant)
  })
  afterEach(async () => {
    const { complaints } = till
    await till.close()
    await sandbox.close()
    expect(complaints).toEqual([])
  })

  const list = async (path: string) =>
    (await merchant.control.get(path, { params: { organizationUuid: merchant.organizationUuid } })).data

  const sell = async (items: object[], rest: object = {}) =>
    (await merchant.control.post("/sales", { organizationUuid: merchant.organizationUuid, items, ...rest })).data

  it("rings up a sale by piece, by weight and in sizes, with discounts, a tip and change", async () => {
    till = await Till.open(browser, sandbox)
    const { page } = till
    await till.tile("Kaffekopp").click()
    await till.button("One more of Kaffekopp").click()
    await till.tile("Äpplen från Åland").click()
    await till.field(/Quantity in kg/).fill("0,350")
    await till.button("Add").click()
    await till.tile("T-shirt 東京").click()
    await till.dialog.getByRole("button", { name: /^M/ }).click()
    await page
      .getByRole("listitem")
      .getByRole("button", { name: /^T-shirt/ })
      .last()
      .click()
    await till.field("Discount").fill("15")
    await till.button("Done").click()
    await till.button("Discount").click()
    await till.field("Discount").fill("20")
    await till.field("Discount in").selectOption("amount")
    await till.button("Apply").click()
    await till.button("Tip").click()
    await till.field("Tip").fill("25")
    await till.button("Apply").click()
    await till.button(/^Charge kr.488\.48/).waitFor()
    await till.screenshot("till-desktop-sell")
    await till.button(/^Charge/).click()
    await page.getByText("Cash", { exact: true }).click()
    await till.field(/^Handed over/).fill("500")
    await till.screenshot("till-desktop-cash")
    await till.button(/^Take/).click()
    await page.getByRole("heading", { name: "Paid" }).waitFor()
    await till.screenshot("till-desktop-paid")

    const [sale] = await list("/purchases")
    expect(sale).toMatchObject({
      amount: 48_848,
      products: [
        { name: "Kaffekopp", quantity: "2" },
        { name: "Äpplen från Åland", quantity: "0.350", unitName: "kg" },
        { name: "T-shirt 東京", variantName: "M", discountValue: 3_735 },
      ],
      discounts: [{ amount: 2_000, value: 2_000 }],
      payments: [
        { type: "SERVICE_CASH", gratuityAmount: 2_500, attributes: { handedAmount: 50_000, changeAmount: 1_152 } },
      ],
    })
    expect(await till.dialog.innerText()).toContain("11.52")
  })

  it("sells a gift card and takes it in payment with a card for the rest, by keyboard alone", async () => {
    till = await Till.open(browser, sandbox, { colorScheme: "dark" })
    const { page } = till
    await till.tile("Kaffekopp").waitFor()
    const focusOn = async (name: RegExp) => {
      for (let presses = 0; presses < 60 && !name.test(await till.focused()); presses++) {
        await till.press("Tab")
      }
      expect(await till.focused()).toMatch(name)
    }
    await focusOn(/^Gift card$/)
    await till.press("Enter")
    await till.type("100")
    await till.press("Enter")
    await page.getByText("valid one year").waitFor()
    await till.press("Control+Enter")
    await till.dialog.waitFor()
    await till.press("Enter")
    await page.getByRole("heading", { name: "Paid" }).waitFor()
    await till.press("Escape")
    await page.getByRole("heading", { name: "Paid" }).waitFor({ state: "detached" })

    await till.press("/")
    await till.type("7350000000017")
    await till.press("Enter")
    await till.button("One more of Kaffekopp").waitFor()
    await till.press("Control+Enter")
    await till.dialog.waitFor()
    await focusOn(/^Card$/)
    await till.press("ArrowRight", "ArrowRight")
    await focusOn(/100\.00/)
    await till.press("Enter")
    await till.screenshot("till-dark-gift-card")
    await till.press("Enter")
    await page.getByText("Left to pay").waitFor()
    await till.press("Enter")
    await page.getByRole("heading", { name: "Paid" }).waitFor()

    const [sold, paid] = await list("/purchases")
    const [card] = await list("/gift-cards")
    expect(sold.products).toMatchObject([{ type: "GIFTCARD", details: { giftcardUuid: card.uuid } }])
    expect(card).toMatchObject({ initialAmount: 10_000, remainingAmount: 0 })
    expect(paid.payments).toMatchObject([
      { type: "GIFTCARD", amount: 10_000, attributes: { giftcardUuid: card.uuid } },
      { amount: 2_900 },
    ])
  })

  it("refunds chosen rows from the receipt list on a phone, without restocking", async () => {
    const sale = await sell([{ variantUuid: goods.cupUuid, quantity: "3" }], { cashier: "José Muñoz" })
    till = await Till.open(browser, sandbox, { viewport: PHONE })
    const { page } = till
    await till.go("Receipts")
    await till.button(/Kaffekopp/).click()
    const paper = page.getByRole("article", { name: "Receipt 1" })
    for (const text of ["Receipt 1", "José Muñoz", "Card •••• 0042", "25 %", "3 × kr 129.00", sale.purchaseUUID1]) {
      expect((await paper.innerText()).replaceAll("\u00a0", " ")).toContain(text)
    }
    await till.screenshot("till-phone-receipt")
    await till.button("Refund").click()
    await page.getByText("Some rows").click()
    await till.field("How much of Kaffekopp goes back").fill("2")
    await till.field("Put the goods back on the shelf").uncheck()
    await till.button(/^Refund kr.258\.00/).click()
    await page.getByText(/^Refunded kr.258\.00/).waitFor()
    await till.screenshot("till-phone-refunded")
    expect(await till.overflows()).toBe(false)

    const [, refund] = await list("/purchases")
    expect(refund).toMatchObject({ refund: true, amount: -25_800, refundsPurchaseUUID1: sale.purchaseUUID1 })
    const [cups] = await list("/products")
    expect(cups.balances[goods.cupUuid]).toBe("7")
  })

  it("gives back an amount that no row stands for, then refuses more than is left", async () => {
    await sell([{ variantUuid: goods.cupUuid }])
    till = await Till.open(browser, sandbox, { viewport: TABLET })
    await till.go("Receipts")
    await till.button(/Kaffekopp/).click()
    await till.button("Refund").click()
    await till.page.getByRole("dialog", { name: "Refund of receipt" }).getByText("Amount", { exact: true }).click()
    await till.field("Amount").last().fill("500")
    await till.page.getByText("More than was paid cannot be refunded").waitFor()
    await till.field("Amount").last().fill("29")
    await till.screenshot("till-tablet-refund")
    await till.button(/^Refund kr.29\.00/).click()
    await till.page.getByText(/^Refunded kr.29\.00/).waitFor()
    expect((await list("/purchases"))[1]).toMatchObject({ amount: -2_900, customAmountSale: true })
  })

  it.each(["spec", "field"])("shows the tax of each rate on a receipt of the %s dialect", async (dialect) => {
    await merchant.control.patch("/settings", { dialect: { groupedVat: dialect } })
    const [cup, serviceCharge] = [
      { variantUuid: goods.cupUuid },
      { title: "Servering", amount: 1_250, vatPercentage: 25 },
    ]
    await sell([cup])
    await sell([cup], { serviceCharge })
    till = await Till.open(browser, sandbox)
    await till.go("Receipts")
    const taxOf = async (position: number) => {
      await till
        .button(/Kaffekopp/)
        .nth(position)
        .click()
      const told = await till.page.getByRole("article").getByRole("table").innerText()
      await till.press("Escape")
      return told.replace(/\s+/g, " ")
    }
    expect(await taxOf(1)).toMatch(/25 % kr.103\.20 kr.25\.80$/)
    expect(await taxOf(0)).toMatch(/25 % kr.28\.30$/)
  })

  it("prints the receipt alone", async () => {
    await sell([{ variantUuid: goods.cupUuid }])
    till = await Till.open(browser, sandbox)
    await till.go("Receipts")
    await till.button(/Kaffekopp/).click()
    await till.page.getByRole("article").waitFor()
    await till.page.emulateMedia({ media: "print" })
    expect(await till.page.getByRole("article").isVisible()).toBe(true)
    expect(await till.page.getByRole("navigation").isVisible()).toBe(false)
    expect(await till.button("Print").isVisible()).toBe(false)
    await till.screenshot("till-print")
  })

  it("shows what the POS says as text, and images of its own", async () => {
    till = await Till.open(browser, sandbox)
    await till.tile(HOSTILE_NAME).click()
    await till.page.getByRole("complementary").getByText(HOSTILE_NAME).waitFor()
    expect(await till.page.title()).toBe("Register · Åsas Butik")
    await till.page.waitForFunction("document.images.length === 1 && document.images[0].naturalWidth > 0")
  })

  it("edits a price and the stock, makes a product and deletes it", async () => {
    till = await Till.open(browser, sandbox)
    await till.go("Products")
    await till.button(/^Kaffekopp/).click()
    await till.field(/^Price in SEK/).fill("149,50")
    await till.field(/^Stock change/).fill("-2")
    await till.button("Save").click()
    await till.page.getByText("Kaffekopp was saved").waitFor()
    const [cups] = await list("/products")
    expect(cups).toMatchObject({ variants: [{ price: { amount: 14_950 } }], balances: { [goods.cupUuid]: "8" } })
    expect(cups.presentation.imageUrl).toContain("/o/")

    await till.button("New product").click()
    await till.field("Name").fill("Ost 東京")
    await till.field("Price").fill("3,99")
    await till.field(/^Sold by/).fill("kg")
    await till.field("In stock").fill("2,5")
    await till.button("Create").click()
    await till.button(/^Ost 東京/).click()
    const made = (await list("/products")).find(({ name }: { name: string }) => name === "Ost 東京")
    expect(Object.values(made.balances)).toEqual(["2.5"])
    await till.button("Delete").click()
    await till.dialog.getByRole("button", { name: "Delete" }).click()
    await till.page.getByText("Ost 東京 was deleted").waitFor()
    expect(await list("/products")).toHaveLength(4)
  })

  it("shows notifications with attempts and signature as they happen", async () => {
    const destination = await new Destination().open()
    await merchant.subscribe(destination.url, ["PurchaseCreated"])
    till = await Till.open(browser, sandbox)
    await till.go("Live")
    await till.button(/^TestMessage/).waitFor()
    destination.status = 503
    await sell([{ variantUuid: goods.cupUuid }])
    const entry = till.button(/^PurchaseCreated/)
    await entry.getByText("HTTP 503").waitFor()
    destination.status = 200
    await till.go("Sandbox")
    await till.button("+ 1 minute").click()
    await till.go("Live")
    await entry.getByText("Delivered").waitFor()
    await entry.click()
    const { headers } = destination.received.at(-1) ?? {}
    await till.dialog.getByText(String(headers?.["x-service-signature"])).waitFor()
    await till.page.getByRole("heading", { name: "Attempts: 2" }).waitFor()
    await till.screenshot("till-desktop-delivery")
    await till.button("Send again").click()
    await till.page.getByText("Answered HTTP 200").waitFor()
    expect(destination.events("PurchaseCreated").map(({ body }) => body)).toEqual(
      Array(3).fill(destination.received.at(-1)?.body)
    )
    await destination.close()
  })

  it("shows every call as it comes, finds it again, tells why it was refused and copies it, by keyboard too", async () => {
    till = await Till.open(browser, sandbox, { colorScheme: "dark" })
    const { page } = till
    await merchant.control.delete("/requests")
    await till.go("Calls")
    await page.getByRole("heading", { name: "Nobody has called yet" }).waitFor()
    await merchant.api.get("/purchases/v2?limit=2")
    await till.button(/^GET \/purchases\/v2\?limit=2/).waitFor()
    await merchant.api.post("/organizations/self/products", { uuid: "ingen", name: `Kaffe "${"å".repeat(300)}' 東京` })
    await merchant.api.get("/organizations/self/produkter")
    await page.getByText("has such a route").waitFor()
    await till.screenshot("till-dark-calls")
    expect(await till.graveFindings("main")).toEqual([])

    await till.press("/")
    await till.type("/products")
    await page.getByRole("listitem").nth(1).waitFor({ state: "detached" })
    await till.field("Status").selectOption("5xx")
    await page.getByRole("heading", { name: "No such call" }).waitFor()
    await till.field("Status").selectOption("4xx")
    await till.field("Find calls by what their bodies contain").fill("東京")
    const refused = till.button(/^POST/)
    await refused.focus()
    await till.press("Enter")
    await till.dialog.getByText(/breaks a rule/).waitFor()
    const reference = till.dialog.getByRole("link", { name: "What the reference says" })
    expect(await reference.getAttribute("href")).toBe("/docs#createProduct")
    expect(await till.dialog.getByText(/Åsas Butik/).innerText()).toMatch(/^token \*\*\*.{4} of API key/)
    await till.screenshot("till-dark-call")
    expect(await till.graveFindings("dialog")).toEqual([])
    await till.clipboard()
    await till.button("Copy as curl").click()
    await page.getByText("The call is in the clipboard").waitFor()
    const curl = await till.clipboard()
    expect(curl).toContain(`curl -X POST '${sandbox.url}/organizations/self/products'`)
    expect(curl).toContain('-H "authorization: Bearer $TOKEN"')
    expect(curl).toContain("'\\'' 東京")
    await till.press("Escape")

    await page.setViewportSize(PHONE)
    await till.screenshot("till-phone-calls")
    expect(await till.overflows()).toBe(false)
    await page.setViewportSize(TABLET)
    expect(await till.overflows()).toBe(false)
    await page.route("**/_sandbox/requests*", (route) => route.abort())
    await till.field("Status").selectOption("")
    await page.getByRole("heading", { name: "The calls cannot be shown" }).waitFor()
    await page.unroute("**/_sandbox/requests*")
    await till.button("Try again").click()
    await refused.waitFor()
    till.complaints.splice(0)
  })

  it("answers as specified or as observed, all of it or point by point, by keyboard too", async () => {
    till = await Till.open(browser, sandbox)
    await till.go("Behavior")
    const { page } = till
    const inForce = async () => (await list("/settings")).dialect
    const answered = (act: () => Promise<unknown>) =>
      Promise.all([page.waitForResponse((answer) => answer.request().method() === "PATCH"), act()])
    const all = till.field("The POS answers")
    await answered(() => all.selectOption("field"))
    expect(new Set(Object.values(await inForce()))).toEqual(new Set(["field"]))
    expect((await merchant.createProduct()).answer.data).toBe("")

    const point = page.getByRole("checkbox", { name: "A create answers no body" })
    expect(await point.isChecked()).toBe(true)
    await point.focus()
    await answered(() => till.press("Space"))
    expect(await inForce()).toMatchObject({ createAnswer: "spec", updateAnswer: "field" })
    await page.waitForFunction("document.activeElement?.type === 'checkbox'")
    expect(await all.inputValue()).toBe("mixed")
    expect(await till.overflows()).toBe(false)

    await answered(() => all.selectOption("spec"))
    expect(new Set(Object.values(await inForce()))).toEqual(new Set(["spec"]))
    expect(await point.isChecked()).toBe(false)
  })

  it("switches faults, budgets and settings, and stops the clock", async () => {
    till = await Till.open(browser, sandbox)
    await till.go("Behavior")
    await till.button("New fault").click()
    await till.field("What goes wrong").selectOption("status")
    await till.field("Interface").selectOption("purchases")
    await till.field("Moment").selectOption("after")
    await till.button("Switch on").click()
    await till.page.getByText("Purchases · HTTP 503").waitFor()
    expect((await merchant.api.get("/purchases/v2")).status).toBe(503)
    await till.button("Switch off: Error status").click()
    await till.page.getByText("Everything works as it should.").waitFor()
    expect((await merchant.api.get("/purchases/v2")).status).toBe(200)

    // No window of a budget ends meanwhile.
    await merchant.control.post("/clock", { stopped: true })
    await till.field("Products: calls").fill("7")
    await till.press("Enter")
    await till.page.getByText("Products: 7 calls in 60 s").waitFor()
    expect(await list("/budgets")).toEqual({ products: { requests: 7, seconds: 60 } })
    await till.page.getByText("7 of 7 left").waitFor()
    await merchant.api.get("/organizations/self/products/v2/count")
    await till.page.getByText("6 of 7 left").waitFor()
    await till.field("Products: shared").selectOption("organization")
    await till.page.getByText("7 of 7 left").waitFor()
    await merchant.api.get("/organizations/self/products/v2/count")
    await merchant.api.get("/organizations/self/products/v2/count")
    await till.page.getByText("5 of 7 left").waitFor()
    expect(await list("/budgets")).toEqual({ products: { requests: 7, seconds: 60, per: "organization" } })
    await till.field("Payload of a notification").selectOption("object")
    await till.page.getByText("The setting is in force").waitFor()
    expect(await list("/settings")).toMatchObject({ payloadForm: "object" })

    await till.screenshot("till-desktop-behaviour")
    expect(await till.graveFindings("main")).toEqual([])
    await merchant.control.post("/clock", { stopped: false })
    await till.go("Sandbox")
    await till.button("Stop").click()
    await till.button("Let it run").waitFor()
    const before = Date.parse((await list("/clock")).now)
    const moved = till.page.waitForResponse(
      (answer) => answer.url().endsWith("/clock") && answer.request().method() === "POST"
    )
    await till.button("+ 3 days").click()
    await moved
    await till.screenshot("till-desktop-sandbox")
    expect(await list("/clock")).toEqual({ now: new Date(before + 259_200_000).toISOString(), stopped: true })
  })
})
