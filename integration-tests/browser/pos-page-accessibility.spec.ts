import { describeInBrowser } from "./support/describe-in-browser"
import { eventually } from "../shop/support/eventually"
import { DESKTOP, PHONE, type PosPage } from "./support/pos-page"
import { useRegister } from "./support/use-register"

const PLACES = ["Sell", "Receipts", "Products", "Live", "Calls", "Behavior", "Sandbox"] as const

describeInBrowser("The register for everybody", () => {
  const register = useRegister()

  const focusIs = (posPage: PosPage, name: string | RegExp) =>
    eventually(async () => expect(await posPage.focused()).toMatch(name))

  const closeDialog = async (posPage: PosPage) => {
    await posPage.press("Escape")
    await posPage.dialog.waitFor({ state: "detached" })
  }

  it.each([
    ["light", DESKTOP],
    ["dark", DESKTOP],
    ["light", PHONE],
    ["dark", PHONE],
  ] as const)("axe finds nothing grave in any place or dialog: %s, %o", async (colorScheme, viewport) => {
    await register().sell([{ variantUuid: register().goods.cupUuid }])
    const posPage = await register().open({ colorScheme, viewport })
    await posPage.tile("Kaffekopp").click()
    const findings = async (name: string, part: string) => {
      const found = await posPage.graveFindings(part)
      return [...found, (await posPage.overflows()) ? "overflows" : ""]
        .filter(Boolean)
        .map((text) => `${name}: ${text}`)
    }
    const found: string[] = []
    for (const place of PLACES) {
      await posPage.go(place)
      await posPage.page.getByText("Loading …").first().waitFor({ state: "detached" })
      found.push(...(await findings(place, "body")))
    }
    const dialogs: [(typeof PLACES)[number], string | RegExp][] = [
      ["Sell", /^T-shirt 東京/],
      ["Sell", /^Äpplen/],
      ["Receipts", /Kaffekopp/],
      ["Products", /^Kaffekopp/],
      ["Products", "New product"],
      ["Products", "Count stock"],
      ["Behavior", "New fault"],
    ]
    for (const [place, opener] of dialogs) {
      await posPage.go(place)
      await posPage.button(opener).click()
      await posPage.dialog.waitFor()
      found.push(...(await findings(`${place}, ${opener}`, "dialog")))
      await posPage.press("Escape")
      await posPage.dialog.waitFor({ state: "detached" })
    }
    expect(found).toEqual([])
  })

  it("gives the focus back after each dialog, also where the list behind it has changed", async () => {
    await register().sell([{ variantUuid: register().goods.cupUuid }])
    const posPage = await register().open()
    await posPage.tile("Kaffekopp").click()
    for (const opener of ["Custom amount", "Gift card", "Discount", "Tip", /^Kaffekopp$/]) {
      await posPage.page.getByRole("complementary").getByRole("button", { name: opener }).click()
      await closeDialog(posPage)
      await focusIs(posPage, opener)
    }
    await posPage.button("Discount").click()
    await posPage.field("Discount").fill("10")
    await posPage.press("Enter")
    await posPage.button(/^Charge kr.116\.10/).waitFor()
    await focusIs(posPage, "Discount")
    await posPage.page
      .getByRole("complementary")
      .getByRole("button", { name: /^Kaffekopp$/ })
      .click()
    await posPage.field("Quantity").fill("2")
    await posPage.press("Enter")
    await posPage.button(/^Charge kr.232\.20/).waitFor()
    await focusIs(posPage, /^Kaffekopp$/)
    await posPage.go("Products")
    await posPage.button(/^Kaffekopp/).click()
    await posPage.field(/^Price in SEK/).fill("149,50")
    await posPage.press("Enter")
    await posPage.button(/^Kaffekopp.*149\.50/).waitFor()
    await focusIs(posPage, /^Kaffekopp/)
    await posPage.go("Receipts")
    await posPage.button(/Kaffekopp/).click()
    await posPage.button("Refund").click()
    await closeDialog(posPage)
    await focusIs(posPage, /Kaffekopp/)
  })

  it("sells for cash by keyboard alone, from the goods to the next sale", async () => {
    const posPage = await register().open()
    await posPage.tile("Kaffekopp").waitFor()
    await posPage.press("/")
    while (!/^Kaffekopp/.test(await posPage.focused())) {
      await posPage.press("Tab")
    }
    await posPage.press("ArrowRight")
    await focusIs(posPage, /Äpplen från Åland/)
    await posPage.press("Enter")
    await focusIs(posPage, "Quantity in kg")
    await posPage.type("0,350")
    await posPage.press("Enter")
    await posPage.announcement("Äpplen från Åland added to the basket")
    await focusIs(posPage, /Äpplen från Åland/)
    await posPage.press("Control+Enter")
    await focusIs(posPage, "Amount")
    await posPage.press("Tab")
    await focusIs(posPage, "Card")
    await posPage.press("ArrowRight", "Tab")
    await focusIs(posPage, "Handed over")
    await posPage.type("20")
    await posPage.press("Enter")
    await posPage.page.getByRole("heading", { name: "Paid" }).waitFor()
    await focusIs(posPage, "New sale")
    await posPage.press("Enter")
    await posPage.dialog.waitFor({ state: "detached" })
    await focusIs(posPage, /Äpplen från Åland/)
    await posPage.press("Enter")
    await posPage.type("1")
    await posPage.press("Enter")
    await posPage.button(/^Charge kr.39\.50/).click()
    await posPage.press("Enter")
    await posPage.page.getByRole("heading", { name: "Paid" }).waitFor()
    await posPage.press("Escape")
    // What was charged cannot be charged again: the next scan begins here.
    await focusIs(posPage, "Search products by name, SKU or barcode")
    expect((await register().list("/purchases"))[0]).toMatchObject({
      amount: 1_383,
      payments: [{ attributes: { handedAmount: 2_000, changeAmount: 617 } }],
    })
  })
})
