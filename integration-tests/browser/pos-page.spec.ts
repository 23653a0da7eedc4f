import type { Browser } from "playwright-core"
import type { Sandbox } from "../../packages/pos-sandbox/src"
import { Destination } from "../../packages/pos-sandbox/tests/support/destination"
import { Merchant } from "../../packages/pos-sandbox/tests/support/merchant"
import { openSandbox } from "../../packages/pos-sandbox/tests/support/use-sandbox"
import { launchChromium } from "../../test-support/browser/chromium"
import { describeInBrowser } from "./support/describe-in-browser"
import { HOSTILE_NAME, stockShop } from "./support/goods"
import { eventually } from "../shop/support/eventually"
import { PHONE, TABLET, PosPage } from "./support/pos-page"

describeInBrowser("The register", () => {
  let browser: Browser
  let sandbox: Sandbox
  let merchant: Merchant
  let posPage: PosPage
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
    const { complaints } = posPage
    await posPage.close()
    await sandbox.close()
    expect(complaints).toEqual([])
  })

  const list = async (path: string) =>
    (await merchant.control.get(path, { params: { organizationUuid: merchant.organizationUuid } })).data

  const sell = async (items: object[], rest: object = {}) =>
    (await merchant.control.post("/sales", { organizationUuid: merchant.organizationUuid, items, ...rest })).data

  it("rings up a sale by piece, by weight and in sizes, with discounts, a tip and change", async () => {
    posPage = await PosPage.open(browser, sandbox)
    const { page } = posPage
    await posPage.tile("Kaffekopp").click()
    await posPage.button("One more of Kaffekopp").click()
    await posPage.tile("Äpplen från Åland").click()
    await posPage.field(/Quantity in kg/).fill("0,350")
    await posPage.button("Add").click()
    await posPage.tile("T-shirt 東京").click()
    await posPage.dialog.getByRole("button", { name: /^M/ }).click()
    await page
      .getByRole("listitem")
      .getByRole("button", { name: /^T-shirt/ })
      .last()
      .click()
    await posPage.field("Discount").fill("15")
    await posPage.button("Done").click()
    await posPage.button("Discount").click()
    await posPage.field("Discount").fill("20")
    await posPage.field("Discount in").selectOption("amount")
    await posPage.button("Apply").click()
    await posPage.button("Tip").click()
    await posPage.field("Tip").fill("25")
    await posPage.button("Apply").click()
    await posPage.button(/^Charge kr.488\.48/).waitFor()
    await posPage.screenshot("pos-page-desktop-sell")
    await posPage.button(/^Charge/).click()
    await page.getByText("Cash", { exact: true }).click()
    await posPage.field(/^Handed over/).fill("500")
    await posPage.screenshot("pos-page-desktop-cash")
    await posPage.button(/^Take/).click()
    await page.getByRole("heading", { name: "Paid" }).waitFor()
    await posPage.screenshot("pos-page-desktop-paid")

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
    expect(await posPage.dialog.innerText()).toContain("11.52")
  })

  it("sells a gift card and takes it in payment with a card for the rest, by keyboard alone", async () => {
    posPage = await PosPage.open(browser, sandbox, { colorScheme: "dark" })
    const { page } = posPage
    await posPage.tile("Kaffekopp").waitFor()
    const focusOn = async (name: RegExp) => {
      for (let presses = 0; presses < 60 && !name.test(await posPage.focused()); presses++) {
        await posPage.press("Tab")
      }
      expect(await posPage.focused()).toMatch(name)
    }
    await focusOn(/^Gift card$/)
    await posPage.press("Enter")
    await posPage.type("100")
    await posPage.press("Enter")
    await page.getByText("valid one year").waitFor()
    await posPage.press("Control+Enter")
    await posPage.dialog.waitFor()
    await posPage.press("Enter")
    await page.getByRole("heading", { name: "Paid" }).waitFor()
    await posPage.press("Escape")
    await page.getByRole("heading", { name: "Paid" }).waitFor({ state: "detached" })

    await posPage.press("/")
    await posPage.type("7350000000017")
    await posPage.press("Enter")
    await posPage.button("One more of Kaffekopp").waitFor()
    await posPage.press("Control+Enter")
    await posPage.dialog.waitFor()
    await focusOn(/^Card$/)
    await posPage.press("ArrowRight", "ArrowRight")
    await focusOn(/100\.00/)
    await posPage.press("Enter")
    await posPage.screenshot("pos-page-dark-gift-card")
    await posPage.press("Enter")
    await page.getByText("Left to pay").waitFor()
    await posPage.press("Enter")
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
    posPage = await PosPage.open(browser, sandbox, { viewport: PHONE })
    const { page } = posPage
    await posPage.go("Receipts")
    await posPage.button(/Kaffekopp/).click()
    const paper = page.getByRole("article", { name: "Receipt 1" })
    for (const text of ["Receipt 1", "José Muñoz", "Card •••• 0042", "25 %", "3 × kr 129.00", sale.purchaseUUID1]) {
      expect((await paper.innerText()).replaceAll("\u00a0", " ")).toContain(text)
    }
    await posPage.screenshot("pos-page-phone-receipt")
    await posPage.button("Refund").click()
    await page.getByText("Some rows").click()
    await posPage.field("How much of Kaffekopp goes back").fill("2")
    await posPage.field("Put the goods back on the shelf").uncheck()
    await posPage.button(/^Refund kr.258\.00/).click()
    await page.getByText(/^Refunded kr.258\.00/).waitFor()
    await posPage.screenshot("pos-page-phone-refunded")
    expect(await posPage.overflows()).toBe(false)

    const [, refund] = await list("/purchases")
    expect(refund).toMatchObject({ refund: true, amount: -25_800, refundsPurchaseUUID1: sale.purchaseUUID1 })
    const [cups] = await list("/products")
    expect(cups.balances[goods.cupUuid]).toBe("7")
  })

  it("gives back an amount that no row stands for, then refuses more than is left", async () => {
    await sell([{ variantUuid: goods.cupUuid }])
    posPage = await PosPage.open(browser, sandbox, { viewport: TABLET })
    await posPage.go("Receipts")
    await posPage.button(/Kaffekopp/).click()
    await posPage.button("Refund").click()
    await posPage.page.getByRole("dialog", { name: "Refund of receipt" }).getByText("Amount", { exact: true }).click()
    await posPage.field("Amount").last().fill("500")
    await posPage.page.getByText("More than was paid cannot be refunded").waitFor()
    await posPage.field("Amount").last().fill("29")
    await posPage.screenshot("pos-page-tablet-refund")
    await posPage.button(/^Refund kr.29\.00/).click()
    await posPage.page.getByText(/^Refunded kr.29\.00/).waitFor()
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
    posPage = await PosPage.open(browser, sandbox)
    await posPage.go("Receipts")
    const taxOf = async (position: number) => {
      await posPage
        .button(/Kaffekopp/)
        .nth(position)
        .click()
      const reported = await posPage.page.getByRole("article").getByRole("table").innerText()
      await posPage.press("Escape")
      return reported.replace(/\s+/g, " ")
    }
    expect(await taxOf(1)).toMatch(/25 % kr.103\.20 kr.25\.80$/)
    expect(await taxOf(0)).toMatch(/25 % kr.28\.30$/)
  })

  it("prints the receipt alone", async () => {
    await sell([{ variantUuid: goods.cupUuid }])
    posPage = await PosPage.open(browser, sandbox)
    await posPage.go("Receipts")
    await posPage.button(/Kaffekopp/).click()
    await posPage.page.getByRole("article").waitFor()
    await posPage.page.emulateMedia({ media: "print" })
    expect(await posPage.page.getByRole("article").isVisible()).toBe(true)
    expect(await posPage.page.getByRole("navigation").isVisible()).toBe(false)
    expect(await posPage.button("Print").isVisible()).toBe(false)
    await posPage.screenshot("pos-page-print")
  })

  it("shows what the POS says as text, and images of its own", async () => {
    posPage = await PosPage.open(browser, sandbox)
    await posPage.tile(HOSTILE_NAME).click()
    await posPage.page.getByRole("complementary").getByText(HOSTILE_NAME).waitFor()
    expect(await posPage.page.title()).toBe("Register · Åsas Butik")
    await posPage.page.waitForFunction("document.images.length === 1 && document.images[0].naturalWidth > 0")
  })

  it("edits a price and the stock, makes a product and deletes it", async () => {
    posPage = await PosPage.open(browser, sandbox)
    await posPage.go("Products")
    await posPage.button(/^Kaffekopp/).click()
    await posPage.field(/^Price in SEK/).fill("149,50")
    await posPage.field(/^Stock change/).fill("-2")
    await posPage.button("Save").click()
    await posPage.page.getByText("Kaffekopp was saved").waitFor()
    const [cups] = await list("/products")
    expect(cups).toMatchObject({ variants: [{ price: { amount: 14_950 } }], balances: { [goods.cupUuid]: "8" } })
    expect(cups.presentation.imageUrl).toContain("/o/")

    await posPage.button("New product").click()
    await posPage.field("Name").fill("Ost 東京")
    await posPage.field("Price").fill("3,99")
    await posPage.field(/^Sold by/).fill("kg")
    await posPage.field("In stock").fill("2,5")
    await posPage.button("Create").click()
    await posPage.button(/^Ost 東京/).click()
    const made = (await list("/products")).find(({ name }: { name: string }) => name === "Ost 東京")
    expect(Object.values(made.balances)).toEqual(["2.5"])
    await posPage.button("Delete").click()
    await posPage.dialog.getByRole("button", { name: "Delete" }).click()
    await posPage.page.getByText("Ost 東京 was deleted").waitFor()
    expect(await list("/products")).toHaveLength(4)
  })

  it("shows notifications with attempts and signature as they happen", async () => {
    const destination = await new Destination().open()
    await merchant.subscribe(destination.url, ["PurchaseCreated"])
    posPage = await PosPage.open(browser, sandbox)
    await posPage.go("Live")
    await posPage.button(/^TestMessage/).waitFor()
    destination.status = 503
    await sell([{ variantUuid: goods.cupUuid }])
    const entry = posPage.button(/^PurchaseCreated/)
    await entry.getByText("HTTP 503").waitFor()
    destination.status = 200
    await posPage.go("Sandbox")
    await posPage.button("+ 1 minute").click()
    await posPage.go("Live")
    await entry.getByText("Delivered").waitFor()
    await entry.click()
    const { headers } = destination.received.at(-1) ?? {}
    await posPage.dialog.getByText(String(headers?.["x-service-signature"])).waitFor()
    await posPage.page.getByRole("heading", { name: "Attempts: 2" }).waitFor()
    await posPage.screenshot("pos-page-desktop-delivery")
    await posPage.button("Send again").click()
    await posPage.page.getByText("Answered HTTP 200").waitFor()
    expect(destination.events("PurchaseCreated").map(({ body }) => body)).toEqual(
      Array(3).fill(destination.received.at(-1)?.body)
    )
    await destination.close()
  })

  it("shows every call as it comes, finds it again, shows why it was refused and copies it, by keyboard too", async () => {
    posPage = await PosPage.open(browser, sandbox, { colorScheme: "dark" })
    const { page } = posPage
    await merchant.control.delete("/requests")
    await posPage.go("Calls")
    await page.getByRole("heading", { name: "Nobody has called yet" }).waitFor()
    await merchant.api.get("/purchases/v2?limit=2")
    await posPage.button(/^GET \/purchases\/v2\?limit=2/).waitFor()
    await merchant.api.post("/organizations/self/products", { uuid: "ingen", name: `Kaffe "${"å".repeat(300)}' 東京` })
    await merchant.api.get("/organizations/self/produkter")
    await page.getByText("has no such route").waitFor()
    await posPage.screenshot("pos-page-dark-calls")
    expect(await posPage.graveFindings("main")).toEqual([])

    await posPage.press("/")
    await posPage.type("/products")
    await page.getByRole("listitem").nth(1).waitFor({ state: "detached" })
    await posPage.field("Status").selectOption("5xx")
    await page.getByRole("heading", { name: "No such call" }).waitFor()
    await posPage.field("Status").selectOption("4xx")
    await posPage.field("Find calls by what their bodies contain").fill("東京")
    const refused = posPage.button(/^POST/)
    await refused.focus()
    await posPage.press("Enter")
    await posPage.dialog.getByText(/breaks a rule/).waitFor()
    const reference = posPage.dialog.getByRole("link", { name: "What the reference says" })
    expect(await reference.getAttribute("href")).toBe("/docs#createProduct")
    expect(await posPage.dialog.getByText(/Åsas Butik/).innerText()).toMatch(/^token \*\*\*.{4} of API key/)
    await posPage.screenshot("pos-page-dark-call")
    expect(await posPage.graveFindings("dialog")).toEqual([])
    await posPage.clipboard()
    await posPage.button("Copy as curl").click()
    await page.getByText("The call is in the clipboard").waitFor()
    const curl = await posPage.clipboard()
    expect(curl).toContain(`curl -X POST '${sandbox.url}/organizations/self/products'`)
    expect(curl).toContain('-H "authorization: Bearer $TOKEN"')
    expect(curl).toContain("'\\'' 東京")
    await posPage.press("Escape")

    await page.setViewportSize(PHONE)
    await posPage.screenshot("pos-page-phone-calls")
    expect(await posPage.overflows()).toBe(false)
    await page.setViewportSize(TABLET)
    expect(await posPage.overflows()).toBe(false)
    await page.route("**/_sandbox/requests*", (route) => route.abort())
    await posPage.field("Status").selectOption("")
    await page.getByRole("heading", { name: "The calls cannot be shown" }).waitFor()
    await page.unroute("**/_sandbox/requests*")
    await posPage.button("Try again").click()
    await refused.waitFor()
    posPage.complaints.splice(0)
  })

  it("answers as specified, as observed or with every oddity, all of it or point by point, by keyboard too", async () => {
    posPage = await PosPage.open(browser, sandbox)
    await posPage.go("Behavior")
    const { page } = posPage
    const inForce = async () => (await list("/settings")).dialect
    const answered = (act: () => Promise<unknown>) =>
      Promise.all([page.waitForResponse((answer) => answer.request().method() === "PATCH"), act()])
    const all = posPage.field("The POS answers")
    await answered(() => all.selectOption("field"))
    expect(new Set(Object.values(await inForce()))).toEqual(new Set(["field"]))
    expect((await merchant.createProduct()).answer.data).toBe("")

    const point = posPage.field("Answer to a product create")
    await eventually(async () => expect(await point.inputValue()).toBe("field"))
    await point.focus()
    await answered(() => posPage.press("ArrowUp"))
    expect(await inForce()).toMatchObject({ createAnswer: "spec", updateAnswer: "field" })
    await page.waitForFunction("document.activeElement?.type === 'select-one'")
    await eventually(async () => expect(await all.inputValue()).toBe("mixed"))
    expect(await posPage.overflows()).toBe(false)

    await answered(() => all.selectOption("odd"))
    expect(new Set(Object.values(await inForce()))).toEqual(new Set(["odd"]))
    await eventually(async () => expect(await point.inputValue()).toBe("odd"))

    await answered(() => all.selectOption("spec"))
    expect(new Set(Object.values(await inForce()))).toEqual(new Set(["spec"]))
    await eventually(async () => expect(await point.inputValue()).toBe("spec"))
  })

  it("switches faults, budgets and settings, and stops the clock", async () => {
    posPage = await PosPage.open(browser, sandbox)
    await posPage.go("Behavior")
    await posPage.button("New fault").click()
    await posPage.field("What goes wrong").selectOption("status")
    await posPage.field("Interface").selectOption("purchases")
    await posPage.field("Moment").selectOption("after")
    await posPage.button("Switch on").click()
    await posPage.page.getByText("Purchases · HTTP 503").waitFor()
    expect((await merchant.api.get("/purchases/v2")).status).toBe(503)
    await posPage.button("Switch off: Error status").click()
    await posPage.page.getByText("Everything works as it should.").waitFor()
    expect((await merchant.api.get("/purchases/v2")).status).toBe(200)

    // No window of a budget ends meanwhile.
    await merchant.control.post("/clock", { stopped: true })
    await posPage.field("Products: calls").fill("7")
    await posPage.press("Enter")
    await posPage.page.getByText("Products: 7 calls in 60 s").waitFor()
    expect(await list("/budgets")).toEqual({ products: { requests: 7, seconds: 60 } })
    await posPage.page.getByText("7 of 7 left").waitFor()
    await merchant.api.get("/organizations/self/products/v2/count")
    await posPage.page.getByText("6 of 7 left").waitFor()
    await posPage.field("Products: shared").selectOption("organization")
    await posPage.page.getByText("7 of 7 left").waitFor()
    await merchant.api.get("/organizations/self/products/v2/count")
    await merchant.api.get("/organizations/self/products/v2/count")
    await posPage.page.getByText("5 of 7 left").waitFor()
    expect(await list("/budgets")).toEqual({ products: { requests: 7, seconds: 60, per: "organization" } })
    await posPage.field("Payload of a notification").selectOption("object")
    await posPage.page.getByText("The setting is in force").waitFor()
    expect(await list("/settings")).toMatchObject({ payloadForm: "object" })

    await posPage.screenshot("pos-page-desktop-behavior")
    expect(await posPage.graveFindings("main")).toEqual([])
    await merchant.control.post("/clock", { stopped: false })
    await posPage.go("Sandbox")
    await posPage.button("Stop").click()
    await posPage.button("Let it run").waitFor()
    const before = Date.parse((await list("/clock")).now)
    const moved = posPage.page.waitForResponse(
      (answer) => answer.url().endsWith("/clock") && answer.request().method() === "POST"
    )
    await posPage.button("+ 3 days").click()
    await moved
    await posPage.screenshot("pos-page-desktop-sandbox")
    expect(await list("/clock")).toEqual({ now: new Date(before + 259_200_000).toISOString(), stopped: true })
  })
})
