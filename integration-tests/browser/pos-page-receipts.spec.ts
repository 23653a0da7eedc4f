import { describeInBrowser } from "./support/describe-in-browser"
import { PHONE, TABLET } from "./support/pos-page"
import { useRegister } from "./support/use-register"

describeInBrowser("Receipts and refunds at the register", () => {
  const register = useRegister()

  it("refunds chosen rows from the receipt list on a phone, without restocking", async () => {
    const sale = await register().sell([{ variantUuid: register().goods.cupUuid, quantity: "3" }], {
      cashier: "José Muñoz",
    })
    const posPage = await register().open({ viewport: PHONE })
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

    const [, refund] = await register().list("/purchases")
    expect(refund).toMatchObject({ refund: true, amount: -25_800, refundsPurchaseUUID1: sale.purchaseUUID1 })
    const [cups] = await register().list("/products")
    expect(cups.balances[register().goods.cupUuid]).toBe("7")
  })

  it("gives back an amount that no row stands for, then refuses more than is left", async () => {
    await register().sell([{ variantUuid: register().goods.cupUuid }])
    const posPage = await register().open({ viewport: TABLET })
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
    expect((await register().list("/purchases"))[1]).toMatchObject({ amount: -2_900, customAmountSale: true })
  })

  it.each(["spec", "field"])("shows the tax of each rate on a receipt of the %s dialect", async (dialect) => {
    await register().merchant.control.patch("/settings", { dialect: { groupedVat: dialect } })
    const [cup, serviceCharge] = [
      { variantUuid: register().goods.cupUuid },
      { title: "Servering", amount: 1_250, vatPercentage: 25 },
    ]
    await register().sell([cup])
    await register().sell([cup], { serviceCharge })
    const posPage = await register().open()
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
    await register().sell([{ variantUuid: register().goods.cupUuid }])
    const posPage = await register().open()
    await posPage.go("Receipts")
    await posPage.button(/Kaffekopp/).click()
    await posPage.page.getByRole("article").waitFor()
    await posPage.page.emulateMedia({ media: "print" })
    expect(await posPage.page.getByRole("article").isVisible()).toBe(true)
    expect(await posPage.page.getByRole("navigation").isVisible()).toBe(false)
    expect(await posPage.button("Print").isVisible()).toBe(false)
    await posPage.screenshot("pos-page-print")
    await posPage.page.emulateMedia({ media: null })
    await posPage.page.evaluate("window.print = () => { document.title = 'printed' }")
    await posPage.button("Print").click()
    expect(await posPage.page.title()).toBe("printed")
  })

  it("refunds the whole receipt, which then offers its refund and no other one", async () => {
    const sale = await register().sell([{ variantUuid: register().goods.cupUuid, quantity: "3" }], { tip: 1_000 })
    const posPage = await register().open({ colorScheme: "dark" })
    await posPage.go("Receipts")
    await posPage.field("Find a receipt by its number").fill("1")
    await posPage.button(/Kaffekopp/).click()
    await posPage.button("Refund").click()
    await posPage.button(/^Refund kr.397\.00/).click()
    await posPage.page.getByText(/^Refunded kr.397\.00/).waitFor()
    const [, refund] = await register().list("/purchases")
    expect(refund).toMatchObject({ amount: -39_700, refundsPurchaseUUID1: sale.purchaseUUID1 })
    const [cups] = await register().list("/products")
    expect(cups.balances[register().goods.cupUuid]).toBe("10")
    await posPage.button(/Refunded.*387|Kaffekopp.*Refunded/s).click()
    await posPage.button("Refund 1").click()
    await posPage.page.getByRole("article", { name: "Receipt 2" }).waitFor()
    expect(await posPage.button("Refund").count()).toBe(0)
  })

  it("refunds goods without their receipt in cash, less a discount, and keeps gift cards", async () => {
    const posPage = await register().open({ viewport: PHONE })
    await posPage.tile("Kaffekopp").click()
    await posPage.tile("Äpplen från Åland").click()
    await posPage.field(/Quantity in kg/).fill("0,350")
    await posPage.button("Add").click()
    await posPage.button(/^Basket/).click()
    await posPage.button("Discount").click()
    await posPage.field("Discount").fill("10")
    await posPage.button("Apply").click()
    await posPage.button(/^Charge kr.128\.55/).waitFor()
    await posPage.button("Gift card").click()
    await posPage.field("Amount on the card").fill("100")
    await posPage.button("Add").click()
    await posPage.button("Refund without receipt").click()
    await posPage.page.getByText(/^A gift card is refunded with its receipt only/).waitFor()
    await posPage.button(/^Gift card valid/).click()
    await posPage.button("Remove").click()
    await posPage.button(/^Charge kr.128\.55/).waitFor()
    await posPage.button("Refund without receipt").click()
    await posPage.field("Refund to").selectOption("cash")
    await posPage.screenshot("pos-page-phone-refund-without-receipt")
    expect(await posPage.graveFindings("dialog")).toEqual([])
    await posPage.button(/^Refund kr.128\.55/).click()
    await posPage.page.getByRole("heading", { name: "Refunded" }).waitFor()
    await posPage.screenshot("pos-page-phone-refunded-without-receipt")
    const [refund] = await register().list("/purchases")
    expect(refund).toMatchObject({
      refund: true,
      amount: -12_855,
      products: [{ quantity: "-1" }, { quantity: "-0.350" }],
      discounts: [{ value: -1_428 }],
      payments: [{ type: "SERVICE_CASH", amount: -12_855 }],
    })
    expect(refund.refundsPurchaseUUID1).toBeUndefined()
    const [cups] = await register().list("/products")
    expect(cups.balances[register().goods.cupUuid]).toBe("11")
    await posPage.press("Escape")
    await posPage.go("Receipts")
    await posPage.button(/Kaffekopp/).click()
    await posPage.page.getByRole("article", { name: "Receipt 1" }).waitFor()
    expect(await posPage.dialog.getByRole("button", { name: "The receipt that was refunded" }).count()).toBe(0)
  })
})
