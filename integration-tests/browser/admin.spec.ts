import axios, { type AxiosInstance } from "axios"
import type { Browser } from "playwright-core"
import { Counter } from "../shop/support/counter"
import { AdminWindow } from "./support/admin-window"
import { graveFindings } from "./support/axe"
import { launchChromium } from "./support/chromium"
import { DemoShop } from "./support/demo-shop"
import { sendUnreadablePurchase } from "./support/send-unreadable"

/** The first start builds the plugin and the shop's admin. */
const START_MS = 600_000

jest.setTimeout(180_000)

const MEDUSAS_OWN = ["product", "variant", "inventory-item", "order"]

/** One day of a merchant with one shop; each test goes on where the one before ended. */
describe("The admin", () => {
  let shop: DemoShop
  let browser: Browser
  let admin: AdminWindow
  let counter: Counter
  let api: AxiosInstance

  beforeAll(async () => {
    browser = await launchChromium()
    shop = await DemoShop.start()
    const { shop_url, admin_email: email, admin_password: password, sandbox_url, control_token } = shop.places
    process.env.POS_SERVICE_URL = sandbox_url
    process.env.POS_CONTROL_TOKEN = control_token
    counter = await Counter.open()
    const { data } = await axios.post(`${shop_url}/auth/user/emailpass`, { email, password })
    api = axios.create({ baseURL: `${shop_url}/admin`, headers: { authorization: `Bearer ${data.token}` } })
    admin = await AdminWindow.open(browser, shop.places)
  }, START_MS)

  afterAll(async () => {
    await browser.close()
    await shop.stop()
  }, 60_000)

  afterEach(() => expect(admin.complaints.splice(0)).toEqual([]))

  const variantOf = async (title: string) => {
    const product = (await counter.products()).find(({ name }) => name === title)
    return product?.variants?.[0]?.uuid ?? ""
  }

  it("says what to do before anything is connected", async () => {
    await admin.go("/pos")
    await admin.heading("No till is connected yet").waitFor()
    await admin.page.getByRole("link", { name: "Go to the settings" }).click()
    await admin.heading("Nothing is connected yet").waitFor()
  })

  it("connects with a key, every check shown, and pushes the catalogue", async () => {
    const { page } = admin
    await admin.button("Connect").click()
    await page.getByLabel("API key", { exact: true }).fill("not a key")
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
    await page.getByText("Paste the whole key, or create a new one.").waitFor()
    expect(await page.getByRole("dialog").getByRole("button", { name: "Connect" }).isDisabled()).toBe(true)
    await page.getByRole("tab", { name: "Key" }).click()
    await page.getByLabel("API key", { exact: true }).fill(counter.apiKey)
    await page.getByRole("tab", { name: "Checks" }).click()
    await page.getByText("The currency", { exact: true }).waitFor()
    const connect = page.getByRole("dialog").getByRole("button", { name: "Connect" })
    await connect.click()
    await page.waitForURL(/\/settings\/pos\/poscon_/)
    await admin.heading("Åsas Butik").waitFor()
    await page.getByText("64 of 64 done").waitFor({ timeout: 60_000 })
    expect(await page.content()).not.toContain(counter.apiKey)
    await admin.go("/pos/catalogue")
    await admin.row("Synced").first().waitFor()
    expect(await page.getByText(/of 64 results/).isVisible()).toBe(true)
  })

  it("shows a sale of the counter without reloading, as the paper that the customer has", async () => {
    const { page } = admin
    await admin.go("/pos/receipts")
    await page.getByText("No receipts yet").waitFor()
    const { purchaseNumber, amount } = await counter.sell([
      { variantUuid: await variantOf("Salt lakrits"), quantity: 2 },
    ])
    const row = admin.row("In the shop")
    await row.waitFor()
    await row.getByRole("link", { name: String(purchaseNumber), exact: true }).click()
    const paper = page.getByRole("article", { name: `Receipt ${purchaseNumber}` })
    await paper.getByText(/Salt lakrits/).waitFor()
    expect(await paper.innerText()).toContain((amount / 100).toFixed(2))
    expect(await paper.innerText()).toMatch(/•••• \d{4}/)
    await page.getByRole("link", { name: "Open order" }).click()
    await admin.heading("Sold at the counter").waitFor()
    expect(await admin.fact("Cashier").innerText()).toBe("Åsa Öberg")
  })

  it("shows the refund of a receipt beside it", async () => {
    const { page } = admin
    const sale = await counter.sell([{ variantUuid: await variantOf("Rapsolja"), quantity: 1 }])
    await control("/refunds", { purchaseUuid: sale.purchaseUUID1 })
    await admin.go("/pos/receipts?refund=%22true%22")
    await admin.row("Refund").getByRole("link").first().click()
    await page.getByRole("article", { name: /^Refund/ }).waitFor()
    await admin.heading("Refunds this receipt").waitFor()
    await page.getByRole("link", { name: String(sale.purchaseNumber), exact: true }).click()
    await page.getByRole("article", { name: `Receipt ${sale.purchaseNumber}` }).waitFor()
    await admin.heading("Refunds").waitFor()
    await admin.go("/pos")
    await page.getByText("1 refund", { exact: true }).waitFor()
    await page.getByText("2 receipts", { exact: true }).waitFor()
  })

  it("tells why a product is not at the counter, and sees it mended", async () => {
    const { page } = admin
    const { data } = await api.post("/products", {
      title: "Mössa Åsele utan pris",
      status: "published",
      options: [{ title: "Storlek", values: ["En"] }],
      variants: [{ title: "En", options: { Storlek: "En" }, prices: [] }],
    })
    await admin.go("/pos/catalogue?state=%22rejected%22")
    await admin.row("Mössa Åsele utan pris").getByText(/price/i).waitFor()
    const [variant] = data.product.variants
    await api.post(`/products/${data.product.id}/variants/${variant.id}`, {
      prices: [{ amount: 249, currency_code: "sek" }],
    })
    await page.getByText("Nothing matches").waitFor()
    await admin.go(`/products/${data.product.id}`)
    await admin.heading("At the counter").waitFor()
    await page.getByText("Synced", { exact: true }).waitFor()
  })

  it("replays a dead letter, and folds what tells of a person", async () => {
    const { page } = admin
    await sendUnreadablePurchase(shop.places)
    await admin.go("/pos/inbox?state=%22dead%22")
    await page.getByText("1 entry gave up and waits for you.").waitFor()
    await page.getByRole("link", { name: "1 notification gave up" }).waitFor()
    await admin.row("Gave up").getByRole("link").click()
    const drawer = page.getByRole("dialog")
    await drawer
      .getByText(/amount/)
      .first()
      .waitFor()
    expect(await drawer.innerText()).not.toContain("Åsa Öberg")
    await drawer.getByLabel("Show personal data").click()
    await drawer.getByText(/Åsa Öberg/).waitFor()
    await drawer.getByRole("button", { name: "Try again" }).click()
    await page.getByText("1 entry is tried again").waitFor()
  })

  it("pauses, goes on, and takes another key", async () => {
    const { page } = admin
    await admin.go("/settings/pos")
    await page.getByRole("link", { name: /Åsas Butik/ }).click()
    await admin.button("Pause").click()
    await page.getByRole("link", { name: "The connection is paused" }).waitFor()
    await admin.button("Go on").click()
    await admin.button("Pause").waitFor()
    await admin.button("New API key").click()
    const drawer = page.getByRole("dialog")
    await drawer.getByLabel("API key", { exact: true }).fill((await Counter.open()).apiKey)
    await admin.button("Replace the key").click()
    await drawer.getByText(/another organisation/).waitFor()
    await drawer.getByLabel("API key", { exact: true }).fill(await counter.newApiKey())
    await admin.button("Replace the key").click()
    await page.getByText("The new key is in use.").waitFor()
  })

  it("looks up a gift card that was sold at the counter", async () => {
    const { page } = admin
    const sold = await control("/sales", { items: [{ type: "gift-card", amount: 50_000 }] })
    const uuid: string = sold.products[0].details.giftcardUuid
    await admin.go("/pos/gift-cards")
    await page.getByLabel("Card UUID").fill(uuid)
    await admin.button("Look up").click()
    const drawer = page.getByRole("dialog")
    await drawer.getByText(uuid).waitFor()
    await drawer.getByText("Live", { exact: true }).waitFor()
    await drawer.getByText("SEK 500.00").first().waitFor()
  })

  it("reads the account at once, and says what is in it", async () => {
    const { page } = admin
    await admin.go("/pos/payouts")
    await admin.button("Read now").click()
    await page.getByText("To be paid out").waitFor()
    await admin.heading("Never came to the account").waitFor()
    await admin.button("Write CSV").click()
    await page.getByText(/receipts.*\.csv/).waitFor()
  })

  it.each([
    ["desktop", "light", "en"],
    ["phone", "light", "en"],
    ["desktop", "dark", "sv"],
    ["phone", "dark", "de"],
  ] as const)(
    "has no grave finding of axe on a %s in %s, and nothing hangs over the edge",
    async (size, colorScheme, language) => {
      const window = await AdminWindow.open(browser, shop.places, { size, colorScheme, language })
      const { data } = await api.get("/pos/receipts?limit=1&refund=false")
      const { data: linked } = await api.get("/pos/product-links?limit=1&state=synced")
      const [link] = linked.product_links
      const [receipt] = data.receipts
      const [{ variant_id }] = link.variants
      const { data: stocked } = await api.get(
        `/product-variants?id=${variant_id}&fields=id,inventory_items.inventory_item_id`
      )
      const [{ inventory_item_id }] = stocked.variants[0].inventory_items
      const { data: known } = await api.get("/pos/connections")
      const places = {
        overview: "/pos?days=30",
        catalogue: "/pos/catalogue",
        receipts: "/pos/receipts",
        receipt: `/pos/receipts/${receipt.id}`,
        "gift-cards": "/pos/gift-cards",
        payouts: "/pos/payouts",
        stock: "/pos/stock",
        inbox: "/pos/inbox",
        settings: "/settings/pos",
        "dry-run": "/pos/catalogue/dry-run",
        product: `/products/${link.product_id}`,
        variant: `/products/${link.product_id}/variants/${variant_id}`,
        "inventory-item": `/inventory/${inventory_item_id}`,
        order: `/orders/${receipt.order_id}`,
        connection: `/settings/pos/${known.connections[0].id}`,
      }
      const findings: Record<string, unknown> = {}
      for (const [name, place] of Object.entries(places)) {
        await window.go(place)
        await window.page.getByRole("main").getByRole("heading").first().waitFor()
        await window.page.waitForLoadState("networkidle")
        const isOurs = !MEDUSAS_OWN.includes(name)
        if (!isOurs) {
          await window.page.locator("[data-pos]").first().scrollIntoViewIfNeeded()
        }
        await window.screenshot(`admin-${name}-${size}-${colorScheme}`)
        // On Medusa's own pages only the widgets are ours.
        const axe = await graveFindings(window.page, isOurs ? "main" : "[data-pos]")
        findings[name] = { axe, overflows: isOurs && (await window.overflows()) }
      }
      expect(window.complaints).toEqual([])
      await window.close()
      expect(findings).toEqual(
        Object.fromEntries(Object.keys(places).map((name) => [name, { axe: [], overflows: false }]))
      )
    }
  )

  it("disconnects after telling what happens, and connects again where it was", async () => {
    const { page } = admin
    const { data: known } = await api.get("/pos/connections")
    await admin.go(`/settings/pos/${known.connections[0].id}`)
    await admin.button("Disconnect").click()
    const prompt = page.getByRole("alertdialog")
    await prompt.getByText("The stored API key is erased.").waitFor()
    await prompt.getByRole("button", { name: "Disconnect" }).click()
    await page.getByText("Disconnected", { exact: true }).first().waitFor()
    const { data } = await api.post("/pos/checks", { api_key: counter.apiKey })
    expect(data.reconnects).toMatch(/^poscon_/)
  })

  it("meets a till that has products by a plan, and tells which sales are in a payout", async () => {
    const { page } = admin
    const { data: known } = await api.get("/pos/connections")
    const [{ sales_channel_id, stock_location_id, region_id }] = known.connections
    counter = await Counter.open()
    await control(`/organizations/${counter.organizationUuid}/seed`, {
      ...{ purchases: 60, products: 8, days: 40, refundShare: 0.1 },
    })
    const { data } = await api.post("/pos/connections", {
      ...{ api_key: counter.apiKey, sales_channel_id, stock_location_id, region_id },
    })
    const id: string = data.connection.id
    await admin.go(`/settings/pos/${id}/plan`)
    await admin.heading("First contact").waitFor()
    const decide = page.getByRole("combobox", { name: /^Decide:/ }).first()
    await decide.click()
    await page.getByRole("option", { name: "Leave out" }).click()
    await page.getByText("Kept.").waitFor()
    await page.getByText("Left out", { exact: true }).last().waitFor()
    await admin.button("Apply the plan").click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Apply the plan" }).click()
    await page.waitForURL(new RegExp(`/settings/pos/${id}$`))
    await page.getByText(/^(\d+) of \1 done$/).waitFor({ timeout: 60_000 })
    await admin.go(`/pos/payouts?connection=${id}`)
    await admin.button("Read now").click()
    await admin.row("Explained").first().waitFor({ timeout: 60_000 })
    await admin.row("Explained").first().getByRole("link").click()
    await admin.heading("What is in it").waitFor()
    await admin.row("Payment").first().waitFor()
    await admin.row("Fee").first().waitFor()
    await admin.screenshot("admin-payout-desktop-light")
  })

  async function control(path: string, body: object) {
    const { sandbox_url, control_token } = shop.places
    const { data } = await axios.post(
      `${sandbox_url}/_sandbox${path}`,
      { organizationUuid: counter.organizationUuid, ...body },
      { headers: { authorization: `Bearer ${control_token}` } }
    )
    return data
  }
})
