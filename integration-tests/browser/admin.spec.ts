import axios, { type AxiosInstance } from "axios"
import type { Browser } from "playwright-core"
import { v1 as uuidVersion1 } from "uuid"
import { PosDriver } from "../../test-support/pos-driver"
import { eventually } from "../shop/support/eventually"
import { BOOK_KINDS } from "../../src/contract/accounting"
import { AdminWindow, type View } from "../../test-support/browser/admin-window"
import { describeInBrowser } from "./support/describe-in-browser"
import { type DemoDay, openDemoDay } from "./support/open-demo-day"
import { lookAtPlaces, placesOfAdmin } from "./support/look-at-places"
import { sendUnreadablePurchase } from "./support/send-unreadable"
import { PosPage } from "./support/pos-page"
import { choose, choosePlaces, connectWhenChecked } from "./support/wizard"
import { showsFact } from "./support/shows-fact"

/** The first start builds the plugin and the store's admin. */
const START_MS = 1_800_000

/** What the browser fetches to read the pages in a language. */
const LANGUAGE_FILE = /(?<=\/assets\/)(?:da|de|es|fi|fr|it|nb|nl|pt|sv)(?=-)/

/** Each two at a time, in English and in the languages whose texts are longest. */
const VIEWS: [View, View][] = [
  [
    { size: "desktop", colorScheme: "light" },
    { size: "phone", colorScheme: "dark", language: "es" },
  ],
  [
    { size: "phone", colorScheme: "light", language: "fr" },
    { size: "desktop", colorScheme: "dark", language: "it" },
  ],
]

/** One day of a merchant with one shop; each test goes on where the one before ended. */
describeInBrowser("The admin", () => {
  let day: DemoDay
  let shop: DemoDay["shop"]
  let browser: Browser
  let admin: AdminWindow
  let posDriver: PosDriver
  let api: AxiosInstance

  beforeAll(async () => {
    day = await openDemoDay("admin")
    ;({ shop, browser, posDriver, api } = day)
    admin = await AdminWindow.open(browser, shop.places)
  }, START_MS)

  afterAll(async () => day.close())

  afterEach(() => expect(admin.complaints.splice(0)).toEqual([]))

  const variantOf = async (title: string) => {
    const product = (await posDriver.products()).find(({ name }) => name === title)
    return product?.variants?.[0]?.uuid ?? ""
  }

  /** The number of a receipt in the list; other rows may have the same digits in a time or an amount. */
  const receiptLink = (number: number | null | undefined) =>
    admin.page.getByRole("row").getByRole("link", { name: String(number), exact: true })

  const openConnection = async () => {
    await admin.go("/settings/pos")
    await admin.page.getByRole("link", { name: /Åsas Butik/ }).click()
    await admin.heading("Connection health").waitFor()
  }

  const pauseButton = () => admin.button("Pause connection")

  const factsOf = (labels: string[]) => Promise.all(labels.map((label) => admin.fact(label).last().innerText()))

  it("says what to do before anything is connected", async () => {
    await admin.go("/pos")
    await admin.heading("No POS connected yet").waitFor()
    await admin.page.getByRole("link", { name: "Go to settings" }).click()
    await admin.heading("No connections yet").waitFor()
  })

  it("connects with a key, every check shown, and pushes the catalog", async () => {
    const { page } = admin
    await admin.button("Connect").click()
    const keyField = page.getByLabel("API key", { exact: true })
    // [D54] What is no key stays on the first step.
    await keyField.fill("hello")
    await admin.button("Continue").click()
    await page.getByText("This is not an API key. Copy the key from the API key page of the POS.").waitFor()
    expect(await keyField.getAttribute("aria-invalid")).toBe("true")
    await keyField.fill(`"Bearer ${posDriver.apiKey.slice(0, 50)}\n${posDriver.apiKey.slice(50)}"`)
    await admin.button("Continue").click()
    await choosePlaces(admin)
    await admin.button("Continue").click()
    await choose(admin, "When a product is deselected", "Keep it at the POS")
    await page.getByLabel("Cost price").check()
    await admin.button("Continue").click()
    await connectWhenChecked(admin)
    await admin.heading("Åsas Butik").waitFor()
    await page.getByText("64 of 64 completed").waitFor({ timeout: 60_000 })
    expect(await page.content()).not.toContain(posDriver.apiKey)
    await admin.go("/pos/catalog")
    await admin.row("Synced").first().waitFor()
    await page.getByText(/of 64 results/).waitFor()
  })

  it("keeps the choices of the wizard, and those that are changed afterwards", async () => {
    const { page } = admin
    await openConnection()
    await showsFact(admin, "When a product is deselected", "Keep it at the POS")
    await showsFact(admin, "Fields managed at the POS", "Cost price")
    await admin.button("Edit").first().click()
    await choose(admin, "Images", "Store uploads them")
    await admin.button("Save").click()
    await page.getByText("Settings saved.").first().waitFor()
    await admin.button("Edit").nth(1).click()
    await choose(admin, "When stock levels differ", "Use store stock")
    await choose(admin, "Events for POS orders", "None")
    await page.getByLabel("Stock reserved for online sales").fill("2")
    await admin.button("Save").click()
    await page.getByRole("dialog").waitFor({ state: "hidden" })
    await page.reload()
    await admin.heading("POS to store").waitFor()
    await admin.fact("Stock reserved for online sales").waitFor()
    expect(await factsOf(["Images", "When a product is deselected", "Fields managed at the POS"])).toEqual([
      "Store uploads them",
      "Keep it at the POS",
      "Cost price",
    ])
    expect(await factsOf(["When stock levels differ", "Stock reserved for online sales", "Stock sync"])).toEqual([
      "Use store stock",
      "2",
      "Two-way",
    ])
    await showsFact(admin, "Events for POS orders", "None")
  })

  it("speaks the language of the profile, fetched when it is read, or one that Medusa has not", async () => {
    const fetched: string[] = []
    const reader = await AdminWindow.open(browser, shop.places, { language: "ptBR" })
    const { page } = reader
    page.on("request", (request) => fetched.push(...(request.url().match(LANGUAGE_FILE) ?? [])))
    await reader.go("/pos?days=30")
    await reader.heading("Visão geral").waitFor()
    await page.getByRole("link", { name: "Talões", exact: true }).waitFor()
    await page.getByText("0 talão", { exact: true }).waitFor()
    await reader.go("/settings/pos")
    await choose(reader, "Idioma destas páginas", "dansk")
    await page.getByText("Forbind dine organisationer i kassesystemet, og administrér deres indstillinger").waitFor()
    await choose(reader, "Sprog på disse sider", "Samme som i din profil")
    await page.getByText("Ligue as suas organizações do ponto de venda e faça a gestão das suas definições").waitFor()
    expect([...new Set(fetched)].sort()).toEqual(["da", "pt"])
    expect(reader.complaints).toEqual([])
    await reader.close()
  })

  it("sends a test notification, and shows that it arrived", async () => {
    await openConnection()
    await admin.button("Send test webhook").click()
    await admin.page.getByText(/The test webhook arrived within \d+ ms/).waitFor()
  })

  it("shows what is sold and refunded at the register without reloading", async () => {
    const { page } = admin
    const { sandbox_url: url, control_token: controlToken } = shop.places
    await admin.go("/pos")
    await page.getByText("0 receipts", { exact: true }).waitFor()
    const { organizationUuid } = posDriver
    const posPage = await PosPage.open(browser, { url, controlToken }, { organizationUuid })
    await posPage.page.getByRole("searchbox").fill("Hjortronsylt")
    await posPage.tile("Hjortronsylt").click()
    await posPage.button(/^Charge/).click()
    await posPage.button(/^Take/).click()
    await posPage.page.getByRole("heading", { name: "Paid" }).waitFor()
    await page.getByText("1 receipt", { exact: true }).waitFor()
    await posPage.press("Escape")
    await posPage.go("Receipts")
    await posPage.button(/Hjortronsylt/).click()
    await posPage.button("Refund").click()
    await posPage.button(/^Refund kr/).click()
    await posPage.page.getByText(/^Refunded kr/).waitFor()
    await page.getByText("1 refund", { exact: true }).waitFor()
    expect(posPage.complaints).toEqual([])
    await posPage.close()
  })

  it("shows a sale of the POS without reloading, as the paper that the customer has", async () => {
    const { page } = admin
    await admin.go("/pos/receipts?refund=%22false%22")
    await admin.row("Imported").first().waitFor()
    const { purchaseNumber, amount } = await posDriver.sell([
      { variantUuid: await variantOf("Salt lakrits"), quantity: 2 },
    ])
    await receiptLink(purchaseNumber).click()
    const paper = page.getByRole("article", { name: `Receipt ${purchaseNumber}` })
    await paper.getByText(/Salt lakrits/).waitFor()
    expect(await paper.innerText()).toContain((amount / 100).toFixed(2))
    expect(await paper.innerText()).toMatch(/•••• \d{4}/)
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "PDF", exact: true }).click(),
    ])
    expect(file.suggestedFilename()).toBe(`receipt-${purchaseNumber}.pdf`)
    const [tab] = await Promise.all([
      page.waitForEvent("popup"),
      page.getByRole("button", { name: "Print", exact: true }).click(),
    ])
    await tab.close()
    await page.getByRole("button", { name: "Add customer" }).click()
    await page.getByLabel("Name or email").fill("zoe@example.se")
    await page.getByRole("radio", { name: "New customer" }).click()
    await page.getByRole("button", { name: "Add", exact: true }).click()
    await page.getByRole("button", { name: "Change customer" }).waitFor()
    await page.getByRole("link", { name: "View order" }).click()
    await admin.heading("POS sale").waitFor()
    await showsFact(admin, "Cashier", "Åsa Öberg")
    await page.getByRole("link", { name: "zoe@example.se" }).first().waitFor()
  })

  it("shows the refund of a receipt beside it", async () => {
    const { page } = admin
    const sale = await posDriver.sell([{ variantUuid: await variantOf("Rapsolja"), quantity: 1 }])
    const refund = await control("/refunds", { purchaseUuid: sale.purchaseUUID1 })
    await admin.go("/pos/receipts?refund=%22true%22")
    await receiptLink(refund.purchaseNumber).click()
    await page.getByRole("article", { name: /^Refund/ }).waitFor()
    await admin.heading("Refunds this receipt").waitFor()
    await page.getByRole("link", { name: String(sale.purchaseNumber), exact: true }).click()
    await page.getByRole("article", { name: `Receipt ${sale.purchaseNumber}` }).waitFor()
    await admin.heading("Refunds").waitFor()
    await admin.go("/pos")
    await page.getByText("2 refunds", { exact: true }).waitFor()
    await page.getByText("3 receipts", { exact: true }).waitFor()
  })

  it("reports what was sold over the POS by what one asks for, chosen by keyboard, and writes it as a file", async () => {
    const { page } = admin
    await admin.go("/pos/reports")
    await admin.heading("Reports").waitFor()
    await admin.row("Total").waitFor()
    await page.getByRole("combobox", { name: "Report" }).focus()
    await page.keyboard.press("Enter")
    // By arrows: letters move the select's focus by a timer each, and one that fires after Enter finds no option left.
    for (const name of ["hour", "weekday", "product"]) {
      await page.locator("[role=option]:focus", { hasText: `Sales by ${name}` }).waitFor()
      await page.keyboard.press(name === "product" ? "Enter" : "ArrowDown")
    }
    await page.waitForURL(/kind=products/)
    await admin.row("Salt lakrits").waitFor()
    const amount = (await posDriver.purchases()).reduce((sum, purchase) => sum + purchase.amount, 0)
    const shown = new Intl.NumberFormat("en", { style: "currency", currency: "SEK" }).format(amount / 100)
    await eventually(async () => {
      await page.reload()
      await admin.row("Total").waitFor()
      expect(await admin.row("Total").innerText()).toContain(shown)
    })
    await admin.button("Export CSV").click()
    await page.getByText(/report-products-.*\.csv/).waitFor()
    await admin.button("365 days").click()
    await page.waitForURL(/from=/)
    await admin.go("/pos/reports?kind=cashiers")
    await admin.row("Åsa Öberg").waitFor()
    await admin.go("/pos/reports?kind=stock")
    await admin.row("Salt lakrits").waitFor()
    await admin.go("/pos/reports?kind=web")
    await page.getByText(/Online sales: orders of all sales channels/).waitFor()
    await page.getByRole("columnheader", { name: "Online sales" }).waitFor()
    expect(await admin.row("Total").innerText()).toContain(shown)
    await admin.go("/pos/reports?from=2023-01-01&to=2023-01-05")
    await page.getByText("No sales in this period").waitFor()
    await admin.go("/pos/reports?from=2023-01-01&to=2025-01-05")
    await page.getByRole("alert").getByText("Details", { exact: true }).click()
    await page.getByText(/at most 366 days/).waitFor()
  })

  it("sends the low-stock level to the POS, and marks what is low in the report and on the product", async () => {
    const { page } = admin
    const { data: known } = await api.get("/pos/connections")
    const { data: found } = await api.get("/products?title=Salt%20lakrits&fields=id")
    const [{ id }] = found.products
    await api.post(`/products/${id}`, { metadata: { low_stock: "10000" } })
    await api.post(`/pos/connections/${known.connections[0].id}/inbound-settings`, { low_stock: "store" })
    await eventually(async () => {
      const product = (await posDriver.products()).find(({ name }) => name === "Salt lakrits")
      expect(Object.values(product?.lowStock ?? {})).toContain(10_000)
    })
    await admin.go("/pos/reports?kind=stock")
    await admin.row("Salt lakrits").getByText("Low stock", { exact: true }).waitFor()
    await admin.go(`/products/${id}`)
    await page.getByText("Low-stock level").waitFor()
    await page
      .locator("[data-pos]")
      .getByText(/^Low stock$|variants? with low stock$/)
      .waitFor()
  })

  it("shows why a product is not at the POS, and that it is fixed", async () => {
    const { page } = admin
    const { data } = await api.post("/products", {
      title: "Mössa Åsele utan pris",
      status: "published",
      options: [{ title: "Storlek", values: ["En"] }],
      variants: [{ title: "En", options: { Storlek: "En" }, prices: [] }],
    })
    await admin.go("/pos/catalog?state=%22rejected%22")
    const row = admin.row("Mössa Åsele utan pris")
    await row.getByText("The variant has no price in the currency of the POS.").waitFor()
    expect(await row.getByRole("link", { name: "Edit prices" }).getAttribute("href")).toMatch(/\/prices$/)
    await row.getByRole("link", { name: "Edit prices" }).click()
    await page.waitForURL(`**/products/${data.product.id}/prices`)
    // Medusa's own dialog of prices has no title, of which Radix complains.
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).waitFor()
    expect(admin.complaints.splice(0).filter((complaint) => !complaint.includes("requires a `DialogTitle`"))).toEqual(
      []
    )
    await admin.go("/pos/catalog?state=%22rejected%22")
    await row.waitFor()
    const [variant] = data.product.variants
    await api.post(`/products/${data.product.id}/variants/${variant.id}`, {
      prices: [{ amount: 249, currency_code: "sek" }],
    })
    await page.getByText("No results").waitFor()
    await admin.go(`/products/${data.product.id}`)
    await admin.heading("Point of sale").waitFor()
    await page.getByText("Synced", { exact: true }).waitFor()
  })

  it("finds products by their names and codes, sorts them, and excludes all that match with the keyboard", async () => {
    const { page } = admin
    const title = `東京 ${"en mycket lång titel ".repeat(10)}`
    const sizes = Array.from({ length: 99 }, (_none, index) => String(index + 1))
    await api.post("/products", {
      title,
      handle: "tokyo",
      status: "published",
      options: [{ title: "Nr", values: sizes }],
      variants: sizes.map((size) => ({
        title: size,
        sku: `TOKYO-${size}`,
        options: { Nr: size },
        prices: [{ amount: Number(size), currency_code: "sek" }],
      })),
    })
    await admin.go("/pos/catalog")
    const search = page.getByRole("searchbox")
    await search.fill("kyo-98")
    await page.waitForURL(/q=kyo-98/)
    const row = admin.row("東京")
    await row.getByText("SEK 1.00 – SEK 99.00").first().waitFor()
    // The POS has it: only then is there something to keep there.
    await row.getByText("Synced", { exact: true }).waitFor()
    await page.getByText("1 of 1 results", { exact: false }).waitFor()
    await page.getByRole("button", { name: "All 1", exact: true }).waitFor()
    await admin.button("Bulk actions").press("Enter")
    await page.getByRole("menuitem", { name: "Exclude all from the POS" }).press("Enter")
    const prompt = page.getByRole("alertdialog")
    await prompt.getByText(/^This applies to 1 product,/).waitFor()
    await prompt.getByRole("button", { name: "Apply to all" }).press("Enter")
    await page.getByText("Started with 1 product.").waitFor()
    // As the merchant chose in the wizard for what leaves the selection.
    await page.getByRole("button", { name: "Kept at the POS 1", exact: true }).press("Enter")
    await page.waitForURL(/state=%22kept%22/)
    await row.getByText("Kept at the POS", { exact: true }).waitFor()
    await search.fill("nothing is called so")
    await page.getByText("No product has this name, SKU, barcode or status.").waitFor()
    await admin.go("/pos/catalog?order=-title")
    await page.getByRole("row").nth(1).getByText("東京の夜").waitFor()
    await page.getByRole("row").nth(2).getByText("東京 en mycket").waitFor()
    const { data } = await api.get("/pos/activities?limit=1")
    expect(data.activities).toMatchObject([{ kind: "bulk", asked: { bulk: "exclude", searched: "kyo-98" } }])
  })

  it("shows a product differently at the POS, with a barcode of its own", async () => {
    const { page } = admin
    const sizes = ["36–39", "40–43", "44–47"]
    const { data } = await api.post("/products", {
      title: "Strumpor från Åhus",
      status: "published",
      options: [{ title: "Storlek", values: sizes }],
      variants: sizes.map((size) => ({
        title: size,
        options: { Storlek: size },
        prices: [{ amount: 129, currency_code: "sek" }],
      })),
    })
    await admin.go(`/products/${data.product.id}`)
    await admin.button("Edit POS details").click()
    const drawer = page.getByRole("dialog")
    await drawer.getByLabel("Name").fill("Sockor i ull")
    const question = page.getByRole("alertdialog")
    await admin.pressEscape(question, "visible")
    await question.getByRole("button", { name: "Cancel" }).click()
    expect(await drawer.getByLabel("Name").inputValue()).toBe("Sockor i ull")
    await admin.pressEscape(question, "visible")
    await question.getByRole("button", { name: "Discard" }).click()
    await drawer.waitFor({ state: "hidden" })
    await admin.button("Edit POS details").click()
    expect(await drawer.getByLabel("Name").inputValue()).toBe("")
    await drawer.getByLabel("Name").fill("Sockor i ull")
    await drawer.getByLabel("Price (SEK)").first().fill("149,50")
    await drawer.getByRole("button", { name: "Generate barcodes" }).click()
    await page.getByText("3 variants received a barcode.").waitFor()
    await drawer.getByRole("button", { name: "Save" }).click()
    await drawer.waitFor({ state: "hidden" })
    await eventually(async () => {
      const product = (await posDriver.products()).find(({ name }) => name === "Sockor i ull")
      const prices = product?.variants?.map(({ price, barcode }) => [price?.amount, /^2\d{12}$/.test(barcode ?? "")])
      expect(prices).toEqual([
        [14_950, true],
        [14_950, true],
        [14_950, true],
      ])
    })
    await page.getByRole("link", { name: "Preview sync" }).click()
    await admin.heading("Sync preview").waitFor()
    await page.getByRole("listitem").filter({ hasText: "Strumpor från Åhus" }).getByText("Unchanged").waitFor()
  })

  it("offers what was made at the POS, as a draft of the store", async () => {
    const { page } = admin
    const price = { amount: 35_000, currencyId: "SEK" }
    const variants = [{ uuid: uuidVersion1(), price }]
    await control("/new-products", {
      product: { uuid: uuidVersion1(), name: "Ishockeyklubba, begagnad", vatPercentage: "25", variants },
    })
    await admin.go("/pos/catalog/unlinked-products")
    const row = admin.row("Ishockeyklubba, begagnad")
    await row.waitFor()
    await row.getByRole("checkbox").click()
    await admin.button(/Create draft products/).click()
    await page.getByText("1 draft product created.").waitFor()
    await row.waitFor({ state: "hidden" })
    const { data } = await api.get("/products?q=Ishockeyklubba&fields=id,title,status")
    expect(data.products).toMatchObject([{ title: "Ishockeyklubba, begagnad", status: "draft" }])
  })

  it("shows which images the POS has, and retries rejected ones", async () => {
    const { page } = admin
    await admin.go("/pos/catalog/images")
    await admin.heading("All images").waitFor()
    await admin.button("Retry failed images").click()
    await page.getByText(/images? (is|are) being retried/).waitFor()
  })

  it("replays a dead letter, and collapses what a person does not need", async () => {
    const { page } = admin
    await sendUnreadablePurchase(shop.places)
    await admin.go("/pos/events?state=%22dead%22")
    await page.getByText("1 event failed. Fix the cause and retry it, or dismiss it.").waitFor()
    await page.getByRole("link", { name: "1 event failed" }).waitFor()
    await admin.row("Failed").getByRole("link").click()
    const drawer = page.getByRole("dialog")
    await drawer.getByText(/a format that this version of the plugin does not support/).waitFor()
    await drawer.getByText("What to do").click()
    await drawer.getByText(/report it with the message/).waitFor()
    await drawer
      .getByText(/amount/)
      .first()
      .waitFor()
    // What came in is folded, below what it is about.
    await drawer.getByText("Details", { exact: true }).last().click()
    expect(await drawer.innerText()).not.toContain("Åsa Öberg")
    await drawer.getByLabel("Show personal data").click()
    await drawer.getByText(/Åsa Öberg/).waitFor()
    await drawer.getByRole("button", { name: "Retry" }).click()
    await page.getByText("1 event is being retried").waitFor()
  })

  it("pauses, goes on, and takes another key", async () => {
    const { page } = admin
    await admin.go("/settings/pos")
    await page.getByRole("link", { name: /Åsas Butik/ }).click()
    await pauseButton().click()
    await page.getByRole("link", { name: "The connection is paused" }).waitFor()
    await admin.button("Resume connection").click()
    await pauseButton().waitFor()
    await admin.button("Replace API key").click()
    const drawer = page.getByRole("dialog")
    await drawer.getByLabel("API key", { exact: true }).fill((await PosDriver.open()).apiKey)
    await admin.button("Replace").click()
    await drawer.getByText("Details", { exact: true }).click()
    await drawer.getByText(/another organization/).waitFor()
    const separately = drawer.getByRole("link", { name: "Create a separate connection" })
    expect(await separately.getAttribute("href")).toMatch(/\/settings\/pos\?connect=$/)
    await drawer.getByLabel("API key", { exact: true }).fill(await posDriver.newApiKey())
    await admin.button("Replace").click()
    await page.getByText("API key replaced.").waitFor()
    await drawer.waitFor({ state: "hidden" })
    const decided = admin.row(shop.places.admin_email)
    await decided.filter({ hasText: "Replaced the credentials" }).getByText("Failed").waitFor()
    await decided.filter({ hasText: "Paused" }).filter({ hasText: "Active → Paused" }).waitFor()
  })

  it("shows what a sync would change, in a merchant's words", async () => {
    const { page } = admin
    await openConnection()
    await pauseButton().click()
    await page.getByRole("link", { name: "The connection is paused" }).waitFor()
    const { data } = await api.get("/products?limit=1&fields=id,title,*variants")
    const { id, title, variants } = data.products[0]
    await api.post(`/products/${id}`, { title: "Nyhet 東京" })
    await api.post(`/products/${id}/variants/${variants[0].id}`, { prices: [{ amount: 1_000, currency_code: "sek" }] })
    await admin.go("/pos/catalog/sync-preview")
    const entry = page.getByRole("listitem").filter({ hasText: "Nyhet 東京" })
    await entry.getByText("Name", { exact: true }).waitFor()
    await entry.getByText(/Price$/).waitFor()
    await entry.getByText("SEK 1,000.00").waitFor()
    expect(await entry.innerText()).not.toContain("{")
    await api.post(`/products/${id}`, { title })
    await openConnection()
    await admin.button("Resume connection").click()
    await pauseButton().waitFor()
  })

  it("warns of another taxation at the POS until somebody has seen it", async () => {
    const { page } = admin
    await openConnection()
    await posDriver.editProfile({ taxationMode: "EXCLUSIVE" })
    const warning = page.getByText("has changed its tax settings at the POS", { exact: false })
    await warning.first().waitFor({ timeout: 60_000 })
    await admin.button("Confirm").click()
    await warning.first().waitFor({ state: "hidden" })
  })

  it("looks up a gift card that was sold at the POS", async () => {
    const { page } = admin
    const sold = await control("/sales", { items: [{ type: "gift-card", amount: 50_000 }] })
    const uuid: string = sold.products[0].details.giftcardUuid
    await admin.go("/pos/gift-cards")
    await page.getByLabel("Gift card ID").fill(uuid)
    await admin.button("Look up").click()
    const drawer = page.getByRole("dialog")
    await drawer.getByText(uuid).waitFor({ state: "attached" })
    await drawer.getByText("Active", { exact: true }).waitFor()
    await drawer.getByText("SEK 500.00").first().waitFor()
  })

  it("reads the account at once, and says what is in it", async () => {
    const { page } = admin
    await admin.go("/pos/payouts")
    await admin.button("Refresh").click()
    await page.getByText("Available for payout").waitFor()
    await admin.heading("Payments not received").waitFor()
    await admin.button("Export").click()
    await page.getByText(/receipts.*\.csv/).waitFor()
    await page.getByRole("link", { name: "View all" }).click()
    await admin.heading("Payments not received").waitFor()
    await page.getByRole("tab", { name: "Payments without receipt" }).click()
    await page.getByText("Every payment has a receipt.").waitFor()
    await page.getByRole("tab", { name: "Unusual fees" }).click()
    await page.getByText("No unusual fees.").waitFor()
  })

  it("keeps the accounts of accounting, says which are missing, and has a file written that a program reads", async () => {
    const { page } = admin
    const write = async () => {
      await admin.go("/pos/payouts")
      await page.getByLabel("File", { exact: true }).click()
      await page.getByRole("option", { name: "Accounting entries (CSV)" }).click()
      await admin.button("Export").click()
    }
    await write()
    await page.getByRole("alert").getByText("Details", { exact: true }).click()
    await page.getByText(/These have no account yet: /).waitFor()
    await openConnection()
    await admin.button("Edit").last().click()
    const fields = page.getByRole("dialog").getByRole("textbox")
    const kinds = BOOK_KINDS.length
    for (let index = 0; index < kinds; index += 1) {
      await fields.nth(index).fill(String(3_000 + index))
    }
    await admin.button("Add tax rate").click()
    await page.getByLabel("Tax rate, %").fill("12")
    await page.getByLabel("Sales account").fill("3002")
    await page.getByLabel("VAT account").fill("2621")
    await admin.button("Save").click()
    await page.getByRole("dialog").waitFor({ state: "hidden" })
    expect(await factsOf(["Cash", "Sales / VAT at 12 %", "Closed until"])).toEqual([
      "3005",
      "3002 / 2621",
      "No closed days",
    ])
    await write()
    await page
      .getByText(/accounting-.*\.csv/)
      .first()
      .waitFor()
  })

  it("shows balances and gift cards of the POS where a merchant expects them", async () => {
    await admin.go("/orders")
    await admin.heading("POS balance").waitFor()
    await admin.go("/customers")
    await admin.heading("POS gift cards").waitFor()
    await admin.page.getByText("SEK 500.00").first().waitFor()
  })

  it.each(VIEWS)("has no grave finding of axe in %o and %o, and nothing hangs over the edge", async (...views) => {
    await expectWellMade(await placesOfAdmin(api), views)
  })

  it("disconnects after showing what happens, and reconnects where it was", async () => {
    const { page } = admin
    const { data: known } = await api.get("/pos/connections")
    await admin.go(`/settings/pos/${known.connections[0].id}`)
    await admin.button("Disconnect").click()
    const prompt = page.getByRole("alertdialog")
    await prompt.getByText("The API key or sign-in is revoked in the store and at the POS.").waitFor()
    await prompt.getByText(/^The store keeps \d+ orders and \d+ products/).waitFor()
    await prompt.getByText("Delete data").click()
    await prompt.getByText(/^The links? of \d+ products? to the POS (is|are) deleted/).waitFor()
    await prompt.getByText("Keep data").click()
    await prompt.getByRole("button", { name: "Disconnect" }).click()
    await page.getByText("Disconnected", { exact: true }).first().waitFor()
    const { data } = await api.post("/pos/checks", { api_key: await posDriver.newApiKey() })
    expect(data.reconnects).toMatch(/^poscon_/)
  })

  it("connects again by a sign-in at the POS, and says what to do when that is refused", async () => {
    const { page } = admin
    await admin.go("/settings/pos?connect")
    await admin.button("Sign in at the POS").click()
    await page.getByRole("button", { name: "Deny" }).click()
    await admin.heading("Could not sign in").waitFor()
    await page.getByRole("link", { name: "Start over" }).click()
    await admin.button("Sign in at the POS").click()
    await page.getByLabel("Organization").selectOption(posDriver.organizationUuid)
    await page.getByRole("button", { name: "Allow" }).click()
    await choosePlaces(admin)
    await admin.button("Continue").click()
    await admin.button("Continue").click()
    await page.getByText("This organization was connected before.", { exact: false }).waitFor()
    await connectWhenChecked(admin)
    await page.getByText("Sign-in at the POS", { exact: true }).waitFor()
    await showsFact(admin, "When a product is deselected", "Keep it at the POS")
  })

  it("connects a POS that has products by a plan, and shows which sales are in a payout", async () => {
    const { page } = admin
    const { data: known } = await api.get("/pos/connections")
    const [{ sales_channel_id, stock_location_id, region_id }] = known.connections
    posDriver = await PosDriver.open()
    await control(`/organizations/${posDriver.organizationUuid}/seed`, {
      purchases: 60,
      products: 8,
      days: 40,
      refundShare: 0.1,
    })
    const { data } = await api.post("/pos/connections", {
      api_key: posDriver.apiKey,
      sales_channel_id,
      stock_location_id,
      region_id,
    })
    const id: string = data.connection.id
    await admin.go(`/settings/pos/${id}/plan`)
    await admin.heading("Initial matching").waitFor()
    for (const views of VIEWS) {
      await expectWellMade({ "initial-matching": `/settings/pos/${id}/plan` }, views)
    }
    const decide = page.getByRole("combobox", { name: /^Decide:/ }).first()
    await decide.click()
    await page.getByRole("option", { name: "Skip" }).click()
    await page.getByText("Decision saved.").waitFor()
    await page.getByText("Skipped", { exact: true }).last().waitFor()
    await admin.button("Apply matches").click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Apply matches" }).click()
    await page.waitForURL(new RegExp(`/settings/pos/${id}$`))
    await page.getByText(/^(\d+) of \1 completed$/).waitFor({ timeout: 60_000 })
    await admin.go(`/pos/payouts?connection=${id}`)
    await admin.button("Refresh").click()
    await admin
      .row(/Reconciled/)
      .first()
      .waitFor({ timeout: 60_000 })
    await admin
      .row(/Reconciled/)
      .first()
      .getByRole("link")
      .click()
    await admin.heading("Transactions").waitFor()
    await admin.row("Payment").first().waitFor()
    await admin.row("Fee").first().waitFor()
    const { pathname } = new URL(page.url())
    for (const views of VIEWS) {
      await expectWellMade({ payout: pathname.replace("/app", "") }, views)
    }
  })

  /** Looks at places in windows of two kinds at once. */
  async function expectWellMade(places: Record<string, string>, views: View[]) {
    const nothing = Object.fromEntries(Object.keys(places).map((name) => [name, { axe: [], overflows: false }]))
    const tours = views.map(async (view) => {
      const window = await AdminWindow.open(browser, shop.places, view)
      const findings = await lookAtPlaces(window, places, `${view.size}-${view.colorScheme}`)
      const { complaints } = window
      await window.close()
      return { complaints, findings }
    })
    expect(await Promise.all(tours)).toEqual(views.map(() => ({ complaints: [], findings: nothing })))
  }

  async function control(path: string, body: object) {
    const { sandbox_url, control_token } = shop.places
    const { data } = await axios.post(
      `${sandbox_url}/_sandbox${path}`,
      { organizationUuid: posDriver.organizationUuid, ...body },
      { headers: { authorization: `Bearer ${control_token}` } }
    )
    return data
  }
})
