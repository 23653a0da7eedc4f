import type { AxiosInstance } from "axios"
import { knex } from "@medusajs/framework/mikro-orm/knex"
import type { Browser } from "playwright-core"
import { toColumnText } from "../../src/money/money"
import { EVENT_NAMES, PURCHASE_ROW_TYPES, TAXATION_MODES } from "../../src/pos-api/contract"
import { AdminWindow } from "../../test-support/browser/admin-window"
import type { PosDriver } from "../../test-support/pos-driver"
import { eventually } from "../shop/support/eventually"
import { describeInBrowser } from "./support/describe-in-browser"
import { connectWithPast } from "./support/five-alerts"
import { lookAtPlaces, placesOfAdmin } from "./support/look-at-places"
import { type DemoDay, openDemoDay } from "./support/open-demo-day"
import { sendUnreadablePurchase } from "./support/send-unreadable"
import { silenceSandbox } from "./support/silence-sandbox"
import { choose, connectWhenChecked } from "./support/wizard"
import { showsFact } from "./support/shows-fact"

/** The first start builds the plugin and the store's admin. */
const START_MS = 1_800_000

/** Pages of Medusa's own, on which only the widgets are the plugin's. */
const OF_MEDUSA = ["product", "variant", "inventory-item", "order", "orders", "customers"]

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i
const ENUM_VALUE = /\b[A-Z]+(_[A-Z]+)+\b/
const WORDS = new RegExp(`\\b(${[...EVENT_NAMES, ...PURCHASE_ROW_TYPES, ...TAXATION_MODES].join("|")})\\b`)
const RECORD = /\b(pos[a-z]+|order|prod|variant|sc|sloc|reg)_[0-9A-Z]{20,}\b/

/** What a merchant meets on the pages of a connected shop; each test continues where the one before ended. */
describeInBrowser("Pages of the admin", () => {
  let day: DemoDay
  let shop: DemoDay["shop"]
  let browser: Browser
  let posDriver: PosDriver
  let api: AxiosInstance
  let admin: AdminWindow
  let connectionId: string
  let endSilence: (() => void) | null = null

  beforeAll(async () => {
    day = await openDemoDay("pages")
    ;({ shop, browser, posDriver, api } = day)
    connectionId = await connectWithPast(api, posDriver)
    await api.post(`/pos/connections/${connectionId}/outbound-settings`, { on_deselected: "keep" })
    admin = await AdminWindow.open(browser, shop.places)
  }, START_MS)

  afterAll(async () => {
    endSilence?.()
    await day.close()
  })

  afterEach(() => expect(admin.complaints.splice(0)).toEqual([]))

  it("offer a user with `pos:view` only to look, and name the policy that the rest needs", async () => {
    // The store of this suite has no roles: the page is reported what a store with them answers.
    const permissions = "**/admin/pos/permissions"
    const window = await AdminWindow.open(browser, shop.places)
    await window.page.route(permissions, (route) => route.fulfill({ json: { permissions: ["view"] } }))
    await window.go(`/settings/pos/${connectionId}`)
    const pause = window.page.getByRole("button", { name: "Pause connection", exact: true })
    await pause.waitFor()
    await window.page.getByText("pos:operate").first().waitFor()
    expect(await pause.isDisabled()).toBe(true)
    expect(await window.page.getByRole("button", { name: "Disconnect", exact: true }).isDisabled()).toBe(true)
    await window.page.getByText("pos:manage").first().waitFor()
    await window.go("/pos/payouts")
    await window.page.getByText("You do not have the right to see this page").waitFor()
    await window.page.getByText("pos:finance").waitFor()
    expect(window.complaints).toEqual([])
    await window.page.context().close()
  })

  it("ask before they lose a key that was pasted into the wizard", async () => {
    const window = await AdminWindow.open(browser, shop.places)
    const { page } = window
    await window.go("/settings/pos?connect=")
    const keyField = page.getByLabel("API key", { exact: true })
    await keyField.fill("a key that took minutes to find")
    const question = page.getByRole("alertdialog")
    await window.pressEscape(question, "visible")
    await question.getByRole("button", { name: "Cancel" }).click()
    expect(await keyField.inputValue()).toBe("a key that took minutes to find")
    await window.pressEscape(question, "visible")
    await question.getByRole("button", { name: "Discard" }).click()
    await keyField.waitFor({ state: "hidden" })
    await window.go("/settings/pos?connect=")
    await keyField.waitFor()
    await window.pressEscape(keyField, "hidden")
    expect(window.complaints).toEqual([])
    await window.close()
  })

  it("offer the export of a month where a bookkeeper sees it without scrolling", async () => {
    const window = await AdminWindow.open(browser, shop.places)
    const { page } = window
    await window.go("/pos")
    await page.getByRole("navigation").getByRole("link", { name: "Payouts", exact: true }).click()
    const exportMonth = window.button("Export a month")
    await exportMonth.waitFor()
    const box = await exportMonth.boundingBox()
    expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(page.viewportSize()?.height ?? 0)
    await exportMonth.click()
    await page.getByRole("dialog").getByRole("button", { name: "Export" }).click()
    await page.getByText(/\.zip/).waitFor()
    expect(window.complaints).toEqual([])
    await window.close()
  })

  it("write a tax rate of a receipt as the reader's language does, like the printed receipt", async () => {
    const { data } = await api.get("/pos/receipts?limit=1")
    const window = await AdminWindow.open(browser, shop.places, { language: "fi" })
    await window.page.route(`**/admin/pos/receipts/${data.receipts[0].id}*`, async (route) => {
      const response = await route.fetch()
      const { receipt, ...others } = await response.json()
      const tax_by_rate = [{ percentage: "25.5", gross: 12_550, net: 10_000, amount: 2_550 }]
      await route.fulfill({ json: { ...others, receipt: { ...receipt, sheet: { ...receipt.sheet, tax_by_rate } } } })
    })
    await window.go(`/pos/receipts/${data.receipts[0].id}`)
    await window.page.getByRole("article").getByText("25,5 %").waitFor()
    await window.close()
  })

  it("[D129] show payouts in the chart by the organization's day, with their refunds", async () => {
    const { data } = await api.get(`/pos/connections/${connectionId}`)
    expect(data.connection.time_zone).toBe("Europe/Stockholm")
    const payout = {
      id: "pospay_late",
      connection_id: connectionId,
      // Half past midnight in Stockholm.
      occurred_at: "2026-11-05T23:30:00.000Z",
      state: "matched",
      difference: 0,
      transactions: 3,
      gross: 125_000,
      refunds: -25_000,
      fees: -1_750,
      returned: 0,
      adjustments: 0,
      retained: 0,
      net: 98_250,
      failed_at: null,
    }
    const window = await AdminWindow.open(browser, shop.places)
    await window.page.route("**/admin/pos/payouts?*", (route) =>
      route.fulfill({ json: { payouts: [payout], count: 1, limit: 20, offset: 0 } })
    )
    await window.go(`/pos/payouts?connection=${connectionId}`)
    await window.page.getByText("Show as table").click()
    const shown = window.page.getByRole("region", { name: "Show as table" }).getByRole("row").last()
    const cells = await shown.getByRole("cell").allInnerTexts()
    expect(cells.map((text) => text.replace(/\s+/g, " "))).toEqual([
      "Nov 6",
      "SEK 1,250.00",
      "SEK 250.00",
      "SEK 17.50",
      "SEK 982.50",
    ])
    await window.close()
  })

  it("[D145] give a button the keyboard focus back once its action has ended", async () => {
    const { page } = admin
    await admin.go(`/settings/pos/${connectionId}`)
    await admin.button("Pause connection").focus()
    await page.keyboard.press("Enter")
    await admin.button("Resume connection").waitFor()
    await page.waitForFunction(`document.activeElement?.textContent === "Resume connection"`)
    await page.keyboard.press("Enter")
    await admin.button("Pause connection").waitFor()
  })

  it("say so when their code cannot be fetched, and leave Medusa's own page as it is", async () => {
    const { product } = await placesOfAdmin(api)
    const window = await AdminWindow.open(browser, shop.places)
    // As after a deployment: files of the former build are gone.
    const gone = /\/assets\/(product-link|receipts)-[^/]*\.js/
    await window.page.route(gone, (route) => route.abort())
    await window.go(product ?? "")
    await window.page.getByText("This part could not be loaded.", { exact: false }).waitFor()
    await window.page.getByRole("heading", { name: "Variants" }).waitFor()
    await window.go("/pos/receipts")
    await window.button("Reload the page").waitFor()
    await window.page.unroute(gone)
    await window.button("Reload the page").click()
    await window.heading("Receipts").waitFor()
    await window.close()
  })

  it("[D57] show no UUID, id or word of the API outside of Details", async () => {
    await sendUnreadablePurchase(shop.places)
    const { data } = await api.get("/pos/inbox-entries?limit=1")
    const places = {
      ...(await placesOfAdmin(api)),
      entry: `/pos/events?entry=${data.inbox_entries[0].id}`,
    }
    const found: Record<string, string[]> = {}
    for (const [name, place] of Object.entries(places)) {
      // The wizard names the scopes that a merchant has to tick at the POS.
      if (!OF_MEDUSA.includes(name) && name !== "connect") {
        await admin.go(place)
        await admin.settled()
        const texts = await admin.page.locator(name === "entry" ? "[role=dialog]" : "main").allInnerTexts()
        const lines = texts.join("\n").split("\n")
        const raw = lines.filter((line) => [UUID, ENUM_VALUE, WORDS, RECORD].some((pattern) => pattern.test(line)))
        if (raw.length > 0) {
          found[name] = raw
        }
      }
    }
    expect(found).toEqual({})
  })

  it("show the daily digest as it would be sent now, and what storefronts read of a location", async () => {
    const { page } = admin
    await admin.go("/settings/pos")
    await page.getByText("No one receives the digest.").waitFor()
    await admin.button("Preview").click()
    await page.getByRole("dialog").getByText("Gårdagens försäljning").waitFor()
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click()
    await admin.go(`/settings/pos/${connectionId}`)
    await showsFact(admin, "In-store availability in the online store", "Available, low or sold out")
    await showsFact(admin, "Show as low up to this quantity", "2")
  })

  it("[D52] let a merchant dismiss several events that gave up, and leave the others", async () => {
    const { page } = admin
    await sendUnreadablePurchase(shop.places)
    await sendUnreadablePurchase(shop.places)
    await admin.go("/pos/events?state=%22dead%22")
    await page.getByText("3 events failed. Fix the causes and retry them, or dismiss them.").waitFor()
    await admin.row("Failed").nth(0).getByRole("checkbox").click()
    await admin.row("Failed").nth(1).getByRole("checkbox").click()
    await page.getByRole("button", { name: /^Dismiss\b(?! all)/ }).click()
    const drawer = page.getByRole("dialog")
    await drawer.getByLabel("Reason").fill("Testköp, 東京")
    await drawer.getByRole("button", { name: "Dismiss", exact: true }).click()
    await page.getByText("2 events dismissed").waitFor()
    await page.getByText("1 event failed. Fix the cause and retry it, or dismiss it.").waitFor()
    await admin.go("/pos/events?state=%22dismissed%22")
    await admin.row("Dismissed").nth(1).waitFor()
    await admin.row("Dismissed").nth(0).getByRole("link").first().click()
    await drawer.getByText("Testköp, 東京").waitFor()
    await drawer.getByRole("button", { name: "Undo", exact: true }).click()
    await page.getByText("1 entry is open again").waitFor()
    await drawer.getByText("Testköp, 東京").waitFor({ state: "hidden" })
    await api.post("/pos/inbox-entries/dismiss", { connection_id: connectionId })
  })

  it("[D180] say that nothing was changed where somebody else was faster", async () => {
    const { page } = admin
    await sendUnreadablePurchase(shop.places)
    await admin.go("/pos/events?state=%22dead%22")
    await admin.row("Failed").first().getByRole("checkbox").click()
    await page.getByRole("button", { name: /^Dismiss\b(?! all)/ }).click()
    const drawer = page.getByRole("dialog")
    await drawer.getByLabel("Reason").waitFor()
    await api.post("/pos/inbox-entries/dismiss", { connection_id: connectionId })
    await drawer.getByRole("button", { name: "Dismiss", exact: true }).click()
    await page.getByText("Nothing was changed, because the records have changed in the meantime.").waitFor()
    expect(await page.getByText("0 events dismissed").count()).toBe(0)
  })

  it("let a merchant dismiss a product that needs attention, and undo it", async () => {
    const { page } = admin
    const { data } = await api.post("/products", {
      title: "Hyrkostym Åre",
      status: "published",
      options: [{ title: "Storlek", values: ["En"] }],
      variants: [{ title: "En", options: { Storlek: "En" }, prices: [] }],
    })
    await admin.go("/pos/catalog?state=%22rejected%22")
    const row = admin.row("Hyrkostym Åre")
    await row.getByRole("checkbox").click()
    await page.getByRole("button", { name: /^Dismiss\b/ }).click()
    const drawer = page.getByRole("dialog")
    await drawer.getByLabel("Reason").fill("Hyrvara, 東京")
    await drawer.getByRole("button", { name: "Dismiss", exact: true }).click()
    await page.getByText("1 product dismissed").waitFor()
    await row.getByText("Hyrvara, 東京").waitFor()
    await row.getByText("Dismissed", { exact: true }).waitFor()
    await admin.screenshot("dismissed-product")
    await row.getByRole("checkbox").click()
    await page.getByRole("button", { name: /^Undo\b/ }).click()
    await page.getByText("1 entry is open again").waitFor()
    await row.getByText("Hyrvara, 東京").waitFor({ state: "detached" })
    await api.delete(`/products/${data.product.id}`)
  })

  it("list what is not at the POS with its reason, and include and exclude it there", async () => {
    const { page } = admin
    const products = { draft: "Utkast Åre", published: "Hyrkostym Åre" }
    const created: string[] = []
    for (const [status, title] of Object.entries(products)) {
      const { data } = await api.post("/products", {
        title,
        status,
        options: [{ title: "Storlek", values: ["En"] }],
        variants: [{ title: "En", options: { Storlek: "En" }, prices: [] }],
      })
      created.push(data.product.id)
    }
    await admin.go("/pos/catalog")
    await page.getByRole("link", { name: /^Not at the POS \d+$/ }).click()
    await admin.heading("Not at the POS").waitFor()
    await admin.row(products.published).getByRole("link", { name: "Edit prices" }).waitFor()
    const row = admin.row(products.draft)
    await row.getByText("The product is not published in the store.").waitFor()
    await row.getByText("Draft", { exact: true }).waitFor()
    await row.getByRole("link", { name: "Edit product" }).waitFor()
    const places = { "not-at-the-pos": "/pos/catalog/unlisted-products" }
    expect(await lookAtPlaces(admin, places, "desktop-light-reasons")).toEqual({
      "not-at-the-pos": { axe: [], overflows: false },
    })
    await row.getByRole("checkbox").click()
    await page.getByRole("button", { name: /^Include at the POS/ }).click()
    const question = page.getByRole("alertdialog")
    await question.getByText("Products that are not published stay away from the POS").waitFor()
    await admin.screenshot("not-at-the-pos-include")
    await question.getByRole("button", { name: "Include at the POS" }).click()
    await page.getByText("Saved.").first().waitFor()
    await row.getByRole("checkbox").click()
    await page.getByRole("button", { name: /^Exclude from the POS/ }).click()
    await row.getByText("A person excluded the product from the POS.").waitFor()
    await admin.button(/^Excluded \d+$/).click()
    await admin.row(products.published).waitFor({ state: "detached" })
    await row.getByRole("checkbox").click()
    await page.getByRole("button", { name: /^Decide by settings/ }).click()
    await row.waitFor({ state: "detached" })
    await Promise.all(created.map((id) => api.delete(`/products/${id}`)))
  })

  it("[D141] return the keyboard's focus to what opened a question or a drawer, once it is closed", async () => {
    const { page } = admin
    const focus = page.locator(":focus")
    await admin.go("/pos/catalog")
    await admin.button("Bulk actions").press("Enter")
    await page.getByRole("menuitem", { name: "Exclude all from the POS" }).press("Enter")
    await page.getByRole("alertdialog").getByText("This applies to").waitFor()
    await admin.pressEscape(page.getByRole("alertdialog"), "hidden")
    await eventually(async () => expect(await focus.innerText({ timeout: 500 })).toBe("Bulk actions"))
    await admin.go("/pos/events")
    const link = page.getByRole("row").nth(1).getByRole("link").first()
    const href = await link.getAttribute("href")
    await link.press("Enter")
    await page.getByRole("dialog").waitFor()
    await admin.pressEscape(page.getByRole("dialog"), "hidden")
    await eventually(async () => expect(await focus.getAttribute("href", { timeout: 500 })).toBe(href))
  })

  it("show held changes with what would change, and restore the POS's prices", async () => {
    const { page } = admin
    const database = knex({ client: "pg", connection: shop.places.database_url })
    await database.raw(
      `UPDATE price SET amount = 0, raw_amount = '{"value": "0", "precision": 20}', updated_at = now()
       FROM product_variant_price_set AS priced JOIN product_variant AS variant ON variant.id = priced.variant_id
       WHERE priced.price_set_id = price.price_set_id AND variant.product_id = ANY(ARRAY(
         SELECT id FROM product WHERE status = 'published' AND deleted_at IS NULL ORDER BY id LIMIT 25))`
    )
    await database.destroy()
    await api.post(`/pos/connections/${connectionId}/push`, {})
    const held = async () => (await api.get(`/pos/held-changes?connection_id=${connectionId}`)).data
    await eventually(async () => expect(await held()).toMatchObject({ holds: [{ change_group: "price" }] }))
    await admin.go("/pos")
    await page.getByRole("link", { name: /changes are held/ }).click()
    await admin.heading("Held changes").waitFor()
    await admin.go("/pos/catalog?state=%22held%22")
    await admin
      .row("The change is held until you decide.")
      .first()
      .getByRole("link", { name: "View held changes" })
      .click()
    await admin.heading("Held changes").waitFor()
    await page.getByText("Price becomes 0").first().waitFor()
    const places = { "held-changes": "/pos/catalog/held-changes" }
    expect(await lookAtPlaces(admin, places, "desktop-light-held")).toEqual({
      "held-changes": { axe: [], overflows: false },
    })
    await admin.button("Restore all POS values").click()
    await page.getByRole("alertdialog").getByText("The prices at the POS replace those in the store").waitFor()
    await page.getByRole("alertdialog").getByRole("button", { name: "Restore all POS values" }).click()
    await page.getByText("No held changes").waitFor({ timeout: 60_000 })
    expect(await held()).toMatchObject({ holds: [], count: 0 })
    await admin.button("Allow a mass change").click()
    await page.getByRole("textbox", { name: "Number of products" }).fill("40")
    await admin.button("Allow").click()
    await page.getByText(/Prices: 40 more products may change until/).waitFor()
  })

  it("show a product that was edited at the POS with both values before it is restored, and after", async () => {
    const { page } = admin
    const database = knex({ client: "pg", connection: shop.places.database_url })
    const holdPush = async (held: boolean) => database("pos_connection").update({ push_held: held })
    const { data } = await api.get("/pos/product-links?state=synced&limit=1")
    const [{ product_id, product_uuid, title }] = data.product_links
    await holdPush(true)
    await posDriver.editProduct(product_uuid, { name: "Namn från kassan 東京" })
    await eventually(async () => {
      const links = (await api.get(`/pos/product-links?product_id=${product_id}`)).data.product_links
      expect(links).toMatchObject([{ edited_fields: [{ before: "Namn från kassan 東京", after: title }] }])
    })
    await admin.go(`/products/${product_id}`)
    await page.getByText("Changed at the POS", { exact: true }).waitFor()
    await page.getByText("Namn från kassan 東京").waitFor()
    await page.getByText(/The next sync restores the store's values\./).waitFor()
    const places = { product: `/products/${product_id}` }
    expect(await lookAtPlaces(admin, places, "desktop-light-edited")).toEqual({
      product: { axe: [], overflows: false },
    })
    await holdPush(false)
    await database.destroy()
    await api.post(`/pos/connections/${connectionId}/push`, {})
    await eventually(async () => {
      const links = (await api.get(`/pos/product-links?product_id=${product_id}`)).data.product_links
      expect(links).toMatchObject([{ edited_fields: [], restored_fields: [{ before: "Namn från kassan 東京" }] }])
    })
    await admin.go(`/products/${product_id}`)
    await page.getByText("POS edits reverted", { exact: true }).waitFor()
    expect(await page.getByText("Changed at the POS", { exact: true }).count()).toBe(0)
  })

  it("show how fresh each stream is", async () => {
    await admin.go("/pos")
    await admin.heading("How fresh the data is").waitFor()
    for (const stream of ["Products to the POS", "Stock from the POS", "Refunds from the POS", "Payouts"]) {
      await admin.row(stream).getByText("Up to date").waitFor({ timeout: 60_000 })
    }
  })

  it("fetch a period again, and show a differing receipt with both versions", async () => {
    const { page } = admin
    const database = knex({ client: "pg", connection: shop.places.database_url })
    await database.raw(
      `UPDATE pos_receipt SET amount = amount + 100, cashier = 'Bo'
       WHERE id = (SELECT id FROM pos_receipt WHERE NOT refund ORDER BY sold_at LIMIT 1)`
    )
    await database.destroy()
    await admin.go("/pos/reconciliation")
    await admin.button("Fetch again").click()
    const drawer = page.getByRole("dialog", { name: "Fetch again" })
    await drawer.getByLabel("Stock", { exact: true }).click()
    await drawer.getByRole("button", { name: "Fetch again" }).click()
    await page.getByText("1 difference found").waitFor({ timeout: 60_000 })
    await page.getByText("Completed", { exact: true }).waitFor()
    const row = admin.row("The POS has another version of the receipt")
    await row.getByText(/^Amount: .+ → .+/).waitFor()
    const places = { reconciliation: "/pos/reconciliation" }
    expect(await lookAtPlaces(admin, places, "desktop-light-fetch")).toEqual({
      reconciliation: { axe: [], overflows: false },
    })
    await row.getByRole("checkbox").click()
    await page.getByRole("button", { name: /^Fix/ }).click()
    await page.getByText("1 difference resolved.").waitFor()
    await row.waitFor({ state: "hidden" })
  })

  it("find a sale by the keyboard, and import one that only the POS has", async () => {
    const { page } = admin
    const database = knex({ client: "pg", connection: shop.places.database_url })
    const { rows } = await database.raw(
      `SELECT id, order_id, purchase_uuid, purchase_number, (sold_at - interval '1 day')::date::text AS "from",
         (sold_at + interval '1 day')::date::text AS "to" FROM pos_receipt AS sale
       WHERE NOT refund AND state = 'mirrored' AND NOT EXISTS (
         SELECT 1 FROM pos_receipt AS back WHERE back.refunds_purchase_uuid = sale.purchase_uuid)
       ORDER BY sold_at LIMIT 1`
    )
    const [sale] = rows
    await admin.go("/pos/find-sale")
    const box = page.getByRole("searchbox")
    await box.waitFor()
    const hasFocus = `document.activeElement?.getAttribute("role") === "searchbox"`
    await eventually(async () => expect(await page.evaluate<boolean>(hasFocus)).toBe(true))
    await page.keyboard.type(sale.purchase_uuid)
    await page.keyboard.press("Enter")
    const found = admin.heading(`Receipt ${sale.purchase_number}`)
    await found.waitFor()
    await page.getByText("Not refunded").waitFor()
    await page.getByText("Imported", { exact: true }).waitFor()
    expect(new URL(page.url()).searchParams.get("q")).toBe(sale.purchase_uuid)
    await page.reload()
    await found.waitFor()
    expect(await box.inputValue()).toBe(sale.purchase_uuid)

    await database.raw("DELETE FROM pos_receipt WHERE id = ?", [sale.id])
    await database.raw(`UPDATE "order" SET deleted_at = now() WHERE id = ?`, [sale.order_id])
    await database.destroy()
    const missing = `/pos/find-sale?q=${sale.purchase_uuid}&from=${sale.from}&to=${sale.to}`
    const places = {
      "find-sale": missing,
      "find-sale-nothing": `/pos/find-sale?q=${"Ingenting ".repeat(19)}`,
      "find-sale-start": "/pos/find-sale",
    }
    expect(await lookAtPlaces(admin, places, "desktop-light-sales")).toEqual({
      "find-sale": { axe: [], overflows: false },
      "find-sale-nothing": { axe: [], overflows: false },
      "find-sale-start": { axe: [], overflows: false },
    })
    await admin.go(places["find-sale-nothing"])
    await page.getByText(/^Not at the POS either/).waitFor()
    await admin.go(missing)
    await page.getByText("The store has no such sale.").waitFor()
    await page.getByRole("button", { name: `Import: Receipt ${sale.purchase_number}` }).click()
    await page.getByText("Imported: 1").waitFor()
    await found.waitFor()
    await page.getByText("The store has no such sale.").waitFor({ state: "hidden" })
  })

  it("find a receipt by its number and its amount in the dashboard's own search", async () => {
    const { page } = admin
    const { data } = await api.get(`/pos/receipts?connection_id=${connectionId}&payment=card&refund=false&limit=1`)
    const [{ id, purchase_number: number, amount }] = data.receipts
    const box = page.getByRole("combobox")
    const result = page.getByRole("option", { name: new RegExp(`^#${number} ·`) })
    await admin.go("/pos/receipts")
    await admin.heading("Receipts").waitFor()
    await page.keyboard.press("ControlOrMeta+k")
    await box.fill(`#${number}`)
    await page.getByText("Point of sale: Receipts").waitFor()
    await result.waitFor()
    await admin.screenshot("admin-dashboard-search-number")
    await admin.pressEscape(box, "hidden")
    await page.keyboard.press("ControlOrMeta+k")
    await box.fill(toColumnText(amount, "SEK"))
    await result.waitFor()
    await admin.screenshot("admin-dashboard-search-amount")
    await result.click()
    await page.waitForURL(new RegExp(`/pos/receipts/${id}`))
    await admin.heading(`Receipt ${number}`).waitFor()
    await page.keyboard.press("ControlOrMeta+k")
    await page.getByRole("option", { name: "Point of sale: Find a sale" }).waitFor()
  })

  it("find receipts by product and payment, and show payment and VAT", async () => {
    const { page } = admin
    const { data } = await api.get(`/pos/receipts?connection_id=${connectionId}&payment=card&refund=false&limit=1`)
    const { data: full } = await api.get(`/pos/receipts/${data.receipts[0].id}`)
    const product = full.receipt.sheet.rows[0].name
    await admin.go(`/pos/receipts?q=${encodeURIComponent(product)}&payment_types=%22card%22`)
    await page.getByRole("columnheader", { name: "Payment" }).waitFor()
    await page.getByRole("columnheader", { name: "VAT" }).waitFor()
    await admin.row("Card").first().waitFor()
    await admin.go("/pos/receipts?q=nobody%20sold%20this")
    await page.getByText("No results").waitFor()
  })

  it("[D40] print a receipt in the language of the country, or in another", async () => {
    const { page } = admin
    const { data } = await api.get("/pos/receipts?limit=1&refund=false")
    await admin.go(`/pos/receipts/${data.receipts[0].id}`)
    const language = page.getByRole("combobox", { name: "Receipt language" })
    await language.waitFor()
    await eventually(async () => expect(await language.innerText()).toBe("Swedish"))
    const [inSwedish] = await Promise.all([
      page.waitForRequest(/\/document\?/),
      page.getByRole("button", { name: "PDF", exact: true }).click(),
    ])
    expect(new URL(inSwedish.url()).searchParams.get("language")).toBe("sv")
    await choose(admin, "Receipt language", "English")
    const [inEnglish] = await Promise.all([
      page.waitForRequest(/\/document\?.*language=en/),
      page.waitForEvent("download"),
      page.getByRole("button", { name: "PDF", exact: true }).click(),
    ])
    expect((await inEnglish.response())?.status()).toBe(200)
  })

  it("[D55] say on every page that the POS is unreachable, and no longer once it answers; [D40] show all open runs", async () => {
    const { page } = admin
    await admin.go("/pos")
    await admin.heading("Overview").waitFor()
    endSilence = silenceSandbox(shop.places)
    const notice = page.getByRole("alert").filter({ hasText: /POS unreachable since/ })
    // Nobody sells, pushes or asks: the store notices by itself.
    await notice.waitFor({ timeout: 90_000 })
    const { connect: _connect, ...places } = await placesOfAdmin(api)
    for (const [, place] of Object.entries(places).filter(([name]) => !OF_MEDUSA.includes(name))) {
      await admin.go(place)
      await notice.waitFor()
    }

    // A sync that waits for the POS, and then something that is done with all products.
    await api.post(`/pos/connections/${connectionId}/push`, { reset: true })
    await api.post("/pos/product-links/matching", { connection_id: connectionId, action: "push" })
    const database = knex({ client: "pg", connection: shop.places.database_url })
    // It needs no POS, and would end before anybody could pause it.
    const bulkRuns = () => database("pos_run").where({ kind: "bulk" })
    await eventually(async () => expect(await bulkRuns().select("state")).toEqual([{ state: "finished" }]))
    await bulkRuns().update({ state: "paused", done: 0, finished_at: null })
    await database.destroy()
    await admin.go("/pos/catalog")
    const sync = page.getByRole("group", { name: "Product sync", exact: true })
    await sync.getByRole("button", { name: "Pause" }).waitFor()
    const bulk = page.getByRole("group").filter({ has: page.getByRole("button", { name: "Resume" }) })
    await bulk.getByText("Paused", { exact: true }).waitFor()
    expect(await admin.button("Sync now").count()).toBe(0)
    await bulk.getByRole("button", { name: "Cancel" }).click()
    await bulk.waitFor({ state: "hidden" })

    endSilence()
    endSilence = null
    await notice.waitFor({ state: "hidden", timeout: 90_000 })
    await eventually(async () => {
      const { connection } = (await api.get(`/pos/connections/${connectionId}`)).data
      expect(connection.product_links).toMatchObject({ pending: 0 })
    })
  })

  it("[D51] lead from an organization that is connected already to its connection", async () => {
    const { page } = admin
    await admin.go("/settings/pos?connect")
    await page.getByLabel("API key", { exact: true }).fill(await posDriver.newApiKey())
    await admin.button("Continue").click()
    for (const [field, choice] of [
      ["Sales channel", "Kassa"],
      ["Stock location", "Butiken"],
      ["Region", /Sverige/],
    ] as const) {
      const box = page.getByRole("combobox", { name: field })
      await box.waitFor()
      if (!(await box.innerText()).match(choice)) {
        await box.click()
        await page.getByRole("option", { name: choice }).click()
      }
    }
    await admin.button("Continue").click()
    await admin.button("Continue").click()
    await page.getByRole("link", { name: "View connection" }).click()
    await page.waitForURL(new RegExp(`/settings/pos/${connectionId}$`))
    await admin.button("Replace API key").waitFor()
  })

  it("[D51] connect a disconnected organization again from its page, with its place, settings and products", async () => {
    const { page } = admin
    const linksOf = async () => {
      const { data } = await api.get(`/pos/product-links?connection_id=${connectionId}&limit=100`)
      return data.product_links.map(
        ({ id, product_uuid }: { id: string; product_uuid: string }) => `${id} ${product_uuid}`
      )
    }
    const before = await linksOf()
    expect(before).toHaveLength(64)
    const key = await posDriver.newApiKey()
    await api.delete(`/pos/connections/${connectionId}?data=keep&revoke=false`)
    await admin.go(`/settings/pos/${connectionId}`)
    await page.getByRole("link", { name: "Reconnect" }).waitFor()
    expect(await admin.button("Replace API key").count()).toBe(0)
    await page.getByRole("link", { name: "Reconnect" }).click()
    await page.getByLabel("API key", { exact: true }).fill(key)
    await admin.button("Continue").click()
    const { connection } = (await api.get(`/pos/connections/${connectionId}`)).data
    const { data: channels } = await api.get(`/sales-channels/${connection.sales_channel_id}`)
    const channel = page.getByRole("combobox", { name: "Sales channel" })
    await eventually(async () => expect(await channel.innerText()).toBe(channels.sales_channel.name))
    await admin.button("Continue").click()
    await eventually(async () =>
      expect(await page.getByRole("combobox", { name: "When a product is deselected" }).innerText()).toBe(
        "Keep it at the POS"
      )
    )
    await admin.button("Continue").click()
    await connectWhenChecked(admin)
    await page.waitForURL(new RegExp(`/settings/pos/${connectionId}$`))
    await admin.button("Replace API key").waitFor()
    expect(await linksOf()).toEqual(before)
    await showsFact(admin, "When a product is deselected", "Keep it at the POS")
  })

  it("[D39] show every row of a list that is counted to 10,000, also on page 501 and after it", async () => {
    const { page } = admin
    const database = knex({ client: "pg", connection: shop.places.database_url })
    await database.raw(
      `INSERT INTO pos_inbox_entry (id, connection_id, natural_key, event_name, aggregate, source, payload, state)
       SELECT 'posin_page' || n, ?, 'page' || n, 'ProductUpdated', 'product:' || n, 'webhook', '{}', 'done'
       FROM generate_series(1, 10050) AS n`,
      [connectionId]
    )
    await database.destroy()
    const rows = page.locator("main tbody tr a[href*='entry=']")
    const next = page.getByRole("button", { name: "Next", exact: true })
    await admin.go("/pos/events?offset=10000")
    await page.getByText("At least 10,000 results").waitFor()
    // Newest first, so that the last of the inserted events are behind the first 10,000.
    const expectPage = async (first: number) => {
      await eventually(async () =>
        expect(await rows.first().getAttribute("href")).toMatch(new RegExp(`entry=posin_page${first}(&|$)`))
      )
      expect(await rows.count()).toBe(20)
    }
    await expectPage(50)
    await next.click()
    await expectPage(30)
    await next.click()
    await expectPage(10)
  })
})
