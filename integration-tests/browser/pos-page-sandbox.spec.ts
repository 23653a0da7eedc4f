import { Destination } from "../../packages/pos-sandbox/tests/support/destination"
import { describeInBrowser } from "./support/describe-in-browser"
import { eventually } from "../shop/support/eventually"
import { PHONE, TABLET } from "./support/pos-page"
import { useRegister } from "./support/use-register"

describeInBrowser("The sandbox at the register", () => {
  const register = useRegister()

  it("shows notifications with attempts and signature as they happen", async () => {
    const destination = await new Destination().open()
    await register().merchant.subscribe(destination.url, ["PurchaseCreated"])
    const posPage = await register().open()
    await posPage.go("Live")
    await posPage.button(/^TestMessage/).waitFor()
    destination.status = 503
    await register().sell([{ variantUuid: register().goods.cupUuid }])
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
    const posPage = await register().open({ colorScheme: "dark" })
    const { page } = posPage
    await register().merchant.control.delete("/requests")
    await posPage.go("Calls")
    await page.getByRole("heading", { name: "Nobody has called yet" }).waitFor()
    await register().merchant.api.get("/purchases/v2?limit=2")
    await posPage.button(/^GET \/purchases\/v2\?limit=2/).waitFor()
    await register().merchant.api.post("/organizations/self/products", {
      uuid: "ingen",
      name: `Kaffe "${"å".repeat(300)}' 東京`,
    })
    await register().merchant.api.get("/organizations/self/produkter")
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
    expect(curl).toContain(`curl -X POST '${register().sandbox.url}/organizations/self/products'`)
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
    const posPage = await register().open()
    await posPage.go("Behavior")
    const { page } = posPage
    const inForce = async () => (await register().list("/settings")).dialect
    const answered = (act: () => Promise<unknown>) =>
      Promise.all([page.waitForResponse((answer) => answer.request().method() === "PATCH"), act()])
    const all = posPage.field("The POS answers")
    await answered(() => all.selectOption("field"))
    expect(new Set(Object.values(await inForce()))).toEqual(new Set(["field"]))
    expect((await register().merchant.createProduct()).answer.data).toBe("")

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
    const posPage = await register().open()
    await posPage.go("Behavior")
    await posPage.button("New fault").click()
    await posPage.field("What goes wrong").selectOption("status")
    await posPage.field("Interface").selectOption("purchases")
    await posPage.field("Moment").selectOption("after")
    await posPage.button("Switch on").click()
    await posPage.page.getByText("Purchases · HTTP 503").waitFor()
    expect((await register().merchant.api.get("/purchases/v2")).status).toBe(503)
    await posPage.button("Switch off: Error status").click()
    await posPage.page.getByText("Everything works as it should.").waitFor()
    expect((await register().merchant.api.get("/purchases/v2")).status).toBe(200)

    // No window of a budget ends meanwhile.
    await register().merchant.control.post("/clock", { stopped: true })
    await posPage.field("Products: calls").fill("7")
    await posPage.press("Enter")
    await posPage.page.getByText("Products: 7 calls in 60 s").waitFor()
    expect(await register().list("/budgets")).toEqual({ products: { requests: 7, seconds: 60 } })
    await posPage.page.getByText("7 of 7 left").waitFor()
    await register().merchant.api.get("/organizations/self/products/v2/count")
    await posPage.page.getByText("6 of 7 left").waitFor()
    await posPage.field("Products: shared").selectOption("organization")
    await posPage.page.getByText("7 of 7 left").waitFor()
    await register().merchant.api.get("/organizations/self/products/v2/count")
    await register().merchant.api.get("/organizations/self/products/v2/count")
    await posPage.page.getByText("5 of 7 left").waitFor()
    expect(await register().list("/budgets")).toEqual({ products: { requests: 7, seconds: 60, per: "organization" } })
    await posPage.field("Payload of a notification").selectOption("object")
    await posPage.page.getByText("The setting is in force").waitFor()
    expect(await register().list("/settings")).toMatchObject({ payloadForm: "object" })

    await posPage.screenshot("pos-page-desktop-behavior")
    expect(await posPage.graveFindings("main")).toEqual([])
    await register().merchant.control.post("/clock", { stopped: false })
    await posPage.go("Sandbox")
    await posPage.button("Stop").click()
    await posPage.button("Let it run").waitFor()
    const before = Date.parse((await register().list("/clock")).now)
    const moved = posPage.page.waitForResponse(
      (answer) => answer.url().endsWith("/clock") && answer.request().method() === "POST"
    )
    await posPage.button("+ 3 days").click()
    await moved
    await posPage.screenshot("pos-page-desktop-sandbox")
    expect(await register().list("/clock")).toEqual({
      now: new Date(before + 259_200_000).toISOString(),
      stopped: true,
    })
  })
})
