import { v1 as uuidVersion1 } from "uuid"
import { Merchant } from "../../packages/pos-sandbox/tests/support/merchant"
import { describeInBrowser } from "./support/describe-in-browser"
import { PHONE } from "./support/pos-page"
import { useRegister } from "./support/use-register"

describeInBrowser("Selling at the register", () => {
  const register = useRegister()

  it("rings up a sale by piece, by weight and in sizes, with discounts, a tip and change", async () => {
    const posPage = await register().open()
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

    const [sale] = await register().list("/purchases")
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
    const posPage = await register().open({ colorScheme: "dark" })
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
    await posPage.button(/^Gift card.*valid one year/).waitFor()
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

    const [sold, paid] = await register().list("/purchases")
    const [card] = await register().list("/gift-cards")
    expect(sold.products).toMatchObject([{ type: "GIFTCARD", details: { giftcardUuid: card.uuid } }])
    expect(card).toMatchObject({ initialAmount: 10_000, remainingAmount: 0 })
    expect(paid.payments).toMatchObject([
      { type: "GIFTCARD", amount: 10_000, attributes: { giftcardUuid: card.uuid } },
      { amount: 2_900 },
    ])
  })

  it("scans a piece twice, weighed goods once, and says what it does not know", async () => {
    const { merchant } = register()
    const variants = [{ uuid: uuidVersion1(), barcode: "2350000000019", price: { amount: 19_900, currencyId: "SEK" } }]
    await merchant.createProduct({ name: "Ost på vikt", unitName: "kg", variants })
    const posPage = await register().open()
    await posPage.tile("Ost på vikt").waitFor()
    const scan = async (code: string) => {
      await posPage.press("/")
      await posPage.type(code)
      await posPage.press("Enter")
    }
    await scan("7350000000017")
    await posPage.announcement("Kaffekopp added to the basket")
    await scan("7350000000017")
    await posPage.announcement("Kaffekopp: 2 in the basket")
    await scan("2350000000019")
    await posPage.dialog.getByLabel("Quantity in kg").fill("0.350")
    await posPage.press("Enter")
    await posPage.announcement("Ost på vikt added to the basket")
    await scan("0000000000000")
    await posPage.announcement("Nothing found")
    await posPage.button(/^Charge kr.327\.65/).click()
    await posPage.button(/^Take/).click()
    await posPage.page.getByRole("heading", { name: "Paid" }).waitFor()
    const [sale] = await register().list("/purchases")
    expect(sale).toMatchObject({ products: [{ quantity: "2" }, { quantity: "0.350" }], amount: 32_765 })
  })

  it("loses no scan of a fast scanner, whatever category is chosen and however long the answers take", async () => {
    const posPage = await register().open()
    await posPage.button("Lösvikt").click()
    await posPage.tile("Kaffekopp").waitFor({ state: "detached" })
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await posPage.page.route(/_sandbox\/products\?/, async (route) => {
      await released
      await route.continue()
    })
    await posPage.press("/")
    for (let scans = 0; scans < 3; scans++) {
      await posPage.type("7350000000017")
      await posPage.press("Enter")
    }
    release()
    await posPage.announcement("Kaffekopp: 3 in the basket")
    await posPage.tile("Kaffekopp").waitFor()
  })

  it("finds one of 99 variants by typing, on a phone", async () => {
    const { merchant } = register()
    const variants = Array.from({ length: 99 }, (_, index) => ({
      uuid: uuidVersion1(),
      name: `Färg ${index + 1} 東京`,
      sku: `GARN-${index + 1}`,
      price: { amount: 4_900, currencyId: "SEK" },
    }))
    await merchant.createProduct({ name: "Garn", variants })
    const posPage = await register().open({ viewport: PHONE })
    await posPage.tile("Garn").click()
    await posPage.dialog.getByText("99 of 99 variants").waitFor()
    await posPage.field("Find a variant").fill("garn-98")
    await posPage.dialog.getByText("1 of 99 variants").waitFor()
    await posPage.screenshot("pos-page-phone-variants")
    await posPage.press("Enter")
    const bar = posPage.button(/^Basket/)
    await bar.waitFor()
    expect((await bar.boundingBox())?.height).toBeLessThan(80)
    await bar.click()
    await posPage.button(/^Garn Färg 98 東京/).waitFor()
  })

  it("takes one sale by invoice, by cash with change and by card, for goods of no library", async () => {
    const posPage = await register().open()
    await posPage.button("Custom amount").click()
    await posPage.field("Amount").fill("300")
    await posPage.field("What for").fill("Lagning")
    await posPage.field("VAT %").fill("25,5")
    await posPage.button("Add").click()
    await posPage.button(/^Charge kr.300\.00/).click()
    await posPage.field("Amount").fill("50")
    await posPage.dialog.getByText("Other", { exact: true }).click()
    await posPage.button(/^Take kr.50\.00, then the rest/).click()
    await posPage.dialog.getByText("Left to pay").waitFor()
    await posPage.field("Amount").fill("120")
    await posPage.dialog.getByText("Cash", { exact: true }).click()
    await posPage.field(/^Handed over/).fill("100")
    await posPage.button(/^Take kr.120\.00, then the rest/).click()
    await posPage.dialog.getByText(/^Handed over: less than/).waitFor()
    await posPage.dialog.getByRole("button", { name: /200\.00/ }).click()
    await posPage.button(/^Take kr.120\.00, then the rest/).click()
    await posPage.button(/^Take kr.130\.00$/).click()
    await posPage.page.getByRole("heading", { name: "Paid" }).waitFor()
    expect((await register().list("/purchases"))[0]).toMatchObject({
      amount: 30_000,
      products: [{ type: "CUSTOM_AMOUNT", name: "Lagning", vatPercentage: 25.5 }],
      payments: [
        { type: "SERVICE_INVOICE", amount: 5_000 },
        { type: "SERVICE_CASH", amount: 12_000, attributes: { handedAmount: 20_000, changeAmount: 8_000 } },
        { type: "SERVICE_CARD", amount: 13_000 },
      ],
    })
  })

  it.each([
    ["JPY", "JP", 1_440, "¥504", /^¥(600|1,000|2,000|5,000)$/, 504],
    ["KWD", "KW", 3_765, "KWD 1.318", /^KWD (2|5|10|20)\.000$/, 1_318],
  ])(
    "sells 0.350 kg for %s with its decimals, and offers its notes",
    async (currency, country, amount, text, notes, due) => {
      const merchant = await Merchant.open(register().sandbox, { currency, country, name: `東京 ${currency}` })
      const variants = [{ uuid: uuidVersion1(), price: { amount, currencyId: currency } }]
      await merchant.createProduct({ name: "緑茶", unitName: "kg", vatPercentage: "25.5", variants })
      const { organizationUuid } = merchant
      const posPage = await register().open({ organizationUuid, viewport: PHONE, colorScheme: "dark" })
      await posPage.tile("緑茶").click()
      await posPage.field(/Quantity in kg/).fill("0,350")
      await posPage.press("Enter")
      await posPage.button(/^Basket/).click()
      await posPage.button(`Charge ${text.replace(" ", "\u00a0")}`).click()
      await posPage.dialog.getByText("Cash", { exact: true }).click()
      const offered = await posPage.dialog.locator(".quick button").allInnerTexts()
      expect(offered.map((note) => note.replace("\u00a0", " "))).toEqual(Array(4).fill(expect.stringMatching(notes)))
      await posPage.screenshot(`pos-page-phone-dark-${currency}`)
      expect(await posPage.overflows()).toBe(false)
      await posPage.dialog.locator(".quick button").first().click()
      await posPage.button(/^Take/).click()
      await posPage.page.getByRole("heading", { name: "Paid" }).waitFor()
      const { data } = await merchant.control.get("/purchases", { params: { organizationUuid } })
      expect(data).toMatchObject([{ currency, amount: due, products: [{ quantity: "0.350", vatPercentage: 25.5 }] }])
    }
  )
})
