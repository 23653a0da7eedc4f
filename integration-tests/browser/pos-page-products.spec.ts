import { describeInBrowser } from "./support/describe-in-browser"
import { HOSTILE_NAME } from "./support/goods"
import { PHONE } from "./support/pos-page"
import { useRegister } from "./support/use-register"

describeInBrowser("Products at the register", () => {
  const register = useRegister()

  it("shows what the POS says as text, and images of its own", async () => {
    const posPage = await register().open()
    await posPage.tile(HOSTILE_NAME).click()
    await posPage.page.getByRole("complementary").getByText(HOSTILE_NAME).waitFor()
    expect(await posPage.page.title()).toBe("Register · Åsas Butik")
    await posPage.page.waitForFunction("document.images.length === 1 && document.images[0].naturalWidth > 0")
  })

  it("edits a price and the stock, makes a product and deletes it", async () => {
    const posPage = await register().open()
    await posPage.go("Products")
    await posPage.button(/^Kaffekopp/).click()
    await posPage.field(/^Price in SEK/).fill("149,50")
    await posPage.field(/^Stock change/).fill("-2")
    await posPage.button("Save").click()
    await posPage.page.getByText("Kaffekopp was saved").waitFor()
    const [cups] = await register().list("/products")
    expect(cups).toMatchObject({
      variants: [{ price: { amount: 14_950 } }],
      balances: { [register().goods.cupUuid]: "8" },
    })
    expect(cups.presentation.imageUrl).toContain("/o/")

    await posPage.button("New product").click()
    await posPage.field("Name").fill("Ost 東京")
    await posPage.field("Price").fill("3,99")
    await posPage.field(/^Sold by/).fill("kg")
    await posPage.field("In stock").fill("2,5")
    await posPage.button("Create").click()
    await posPage.button(/^Ost 東京/).click()
    const made = (await register().list("/products")).find(({ name }: { name: string }) => name === "Ost 東京")
    expect(Object.values(made.balances)).toEqual(["2.5"])
    await posPage.button("Delete").click()
    await posPage.dialog.getByRole("button", { name: "Delete" }).click()
    await posPage.page.getByText("Ost 東京 was deleted").waitFor()
    expect(await register().list("/products")).toHaveLength(4)
  })

  it("counts the shelf by scanning and by typing, and leaves the rest as it is", async () => {
    const posPage = await register().open({ viewport: PHONE, colorScheme: "dark" })
    await posPage.go("Products")
    await posPage.button("Count stock").click()
    await posPage.field("Counted of Äpplen från Åland in kg").fill("0,350")
    const search = posPage.dialog.getByRole("searchbox")
    for (const counted of [1, 2, 3]) {
      await search.fill("7350000000017")
      await search.press("Enter")
      await posPage.announcement(`Kaffekopp: ${counted} counted`)
    }
    await posPage.dialog.getByText("−7").waitFor()
    await posPage.screenshot("pos-page-phone-dark-count")
    expect(await posPage.graveFindings("dialog")).toEqual([])
    expect(await posPage.overflows()).toBe(false)
    await search.fill("")
    await posPage.field("Counted of T-shirt 東京, S").fill("tre")
    await posPage.button("Save count of 3").click()
    await posPage.dialog.getByText("T-shirt 東京, S: type what was counted").waitFor()
    expect(await posPage.focused()).toBe("Counted of T-shirt 東京, S")
    await posPage.field("Counted of T-shirt 東京, S").fill("0")
    await posPage.button("Save count of 3").click()
    await posPage.page.getByText("3 counted, 2 of them changed").waitFor()
    const [cups, apples, shirts, hostile] = await register().list("/products")
    expect(Object.values(cups.balances)).toEqual(["3"])
    expect(Object.values(apples.balances)).toEqual(["0.35"])
    expect([shirts.tracked, hostile.tracked]).toEqual([true, false])
  })
})
