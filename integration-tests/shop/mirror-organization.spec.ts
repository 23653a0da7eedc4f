import { createConnectionDriver } from "./support/connection-driver"
import { eventually } from "./support/eventually"
import { ConnectedStoreFixture } from "./support/connected-store-fixture"
import { storeSuite } from "./support/store-suite"
import { useConnectedStore } from "./support/use-connected-store"

storeSuite({
  moduleName: "mirror-organization",
  testSuite: ({ api, getContainer }) => {
    const here = useConnectedStore({ api, getContainer })
    const { anyStatus, connection, feed, check, service, sell, priceAtPos } = createConnectionDriver(here)

    describe("an organization that changes", () => {
      it("is followed in its name, country and time zone, in the order of the POS", async () => {
        await here.fixture.posDriver.editProfile({ name: "Åsas Butik i 東京", country: "JP", timeZone: "Asia/Tokyo" })
        await eventually(async () =>
          expect(await connection()).toMatchObject({
            organization_name: "Åsas Butik i 東京",
            country_code: "jp",
            time_zone: "Asia/Tokyo",
            profile_warning: null,
            state: "active",
          })
        )
        // A later profile is known than those that the test sends.
        const old = { uuid: here.fixture.posDriver.organizationUuid, name: "Gamla namnet" }
        await here.fixture.pos.updatePosConnections({
          id: here.fixture.connectionId,
          profile_at: new Date(Date.now() + 3_600_000),
        })
        await here.fixture.notify("OrganizationUpdated", old)
        await here.fixture.notify("OrganizationUpdated", { ...old, uuid: "01234567-89ab-11ee-8000-0123456789ab" })
        await eventually(async () => {
          const reported = (await here.fixture.entries()).filter(
            ({ event_name }) => event_name === "OrganizationUpdated"
          )
          expect(reported.map(({ state }) => state).sort()).toEqual(["done", "ignored", "ignored"])
        })
        expect(await connection()).toMatchObject({ organization_name: "Åsas Butik i 東京" })
      })

      it("sells under another taxation: warned of once, and every price is sent anew", async () => {
        expect(await priceAtPos()).toMatchObject({ amount: 62_375 })
        await here.fixture.posDriver.editProfile({ taxationMode: "EXCLUSIVE" })
        await eventually(async () => expect(await priceAtPos()).toMatchObject({ amount: 49_900 }))
        await here.fixture.posDriver.editProfile({ name: "Åsas" })
        await eventually(async () => expect(await connection()).toMatchObject({ organization_name: "Åsas" }))
        expect(await connection()).toMatchObject({
          taxation_mode: "EXCLUSIVE",
          state: "active",
          profile_warning: { kind: "taxation", before: "VAT INCLUSIVE", after: "VAT EXCLUSIVE" },
        })
        expect(await feed("another taxation")).toHaveLength(1)
        const path = `/admin/pos/connections/${here.fixture.connectionId}/profile`
        expect((await api.post(path, {}, here.fixture.admin)).data.connection).toMatchObject({ profile_warning: null })
        expect((await api.post(path, {}, anyStatus())).status).toBe(400)
      })

      it("sells in another currency: paused until a region with it is chosen, and nothing is lost", async () => {
        await here.fixture.posDriver.editProfile({ currency: "EUR" })
        await eventually(async () =>
          expect(await connection()).toMatchObject({
            state: "paused",
            state_reason: expect.stringContaining("EUR"),
            profile_warning: { kind: "currency", before: "SEK", after: "EUR" },
          })
        )
        await eventually(async () => expect(await feed("another currency")).toHaveLength(1))
        const sale = await sell()
        const path = `/admin/pos/connections/${here.fixture.connectionId}`
        const resumed = await api.post(`${path}/resume`, {}, anyStatus())
        expect(resumed).toMatchObject({ status: 400, data: { message: expect.stringContaining("currency") } })
        for (const body of [{}, { region_id: here.shop.regionId }]) {
          expect(await api.post(`${path}/profile`, body, anyStatus())).toMatchObject({
            status: 400,
            data: { code: "pos_currency_mismatch", message: expect.stringContaining("EUR") },
          })
        }
        const { data } = await api.post(`${path}/profile`, { region_id: here.shop.euroRegionId }, here.fixture.admin)
        expect(data.connection).toMatchObject({ state: "active", currency_code: "eur", profile_warning: null })
        expect((await here.fixture.order(sale.purchaseUUID1)).status).toBe("completed")
      })

      it("that changes its currency back goes on without another region", async () => {
        await here.fixture.posDriver.editProfile({ currency: "EUR" })
        await eventually(async () => expect(await connection()).toMatchObject({ state: "paused" }))
        await here.fixture.posDriver.editProfile({ currency: "SEK" })
        const path = `/admin/pos/connections/${here.fixture.connectionId}/profile`
        const { data } = await api.post(path, {}, here.fixture.admin)
        expect(data.connection).toMatchObject({ state: "active", currency_code: "sek", profile_warning: null })
      })

      it.each([
        ["is changed back", "SEK", "sek"],
        ["gets its region", "EUR", "eur"],
      ])("[D152] stays paused by a person when its currency changed and %s", async (_case, currency, currency_code) => {
        const { posDriver, connectionId, admin } = here.fixture
        const path = `/admin/pos/connections/${connectionId}`
        await posDriver.editProfile({ taxationMode: "INCLUSIVE", taxationType: "SALES_TAX" })
        await eventually(async () =>
          expect(await connection()).toMatchObject({ profile_warning: { kind: "taxation" } })
        )
        await api.post(`${path}/pause`, {}, admin)
        await posDriver.editProfile({ currency: "EUR" })
        expect(await api.post(`${path}/profile`, {}, anyStatus())).toMatchObject({ status: 400 })
        await posDriver.editProfile({ currency })
        const { data } = await api.post(`${path}/profile`, { region_id: here.shop.euroRegionId }, admin)
        const expected = { state: "paused", state_reason: null, currency_code, profile_warning: null }
        expect(data.connection).toMatchObject(expected)
      })
    })

    describe("a subscription of before an upgrade", () => {
      it("gets the events that are missing, and what they would have reported is found", async () => {
        const { subscriptions, uuid } = await service()
        const [before] = await subscriptions.list()
        await subscriptions.update(uuid, {
          eventNames: before?.eventNames.filter((name) => !name.startsWith("Product")) ?? [],
        })
        const { uuid: sweater } = (await here.fixture.posDriver.products()).find(({ name }) => name === "Tröja") ?? {
          uuid: "",
        }
        await here.fixture.posDriver.editProduct(sweater, { name: "Ändrad i kassan" })
        const apples = (await here.fixture.posDriver.products()).find(({ name }) => name === "Äpplen")
        await here.fixture.posDriver.deleteProduct(apples?.uuid ?? "")
        await here.fixture.posDriver.makeProduct({
          uuid: "00000001-89ab-11ee-8000-0123456789ab",
          name: "Päron",
          variants: [{ uuid: "00000002-89ab-11ee-8000-0123456789ab", price: { amount: 2_990, currencyId: "SEK" } }],
        })
        expect(await check()).toMatchObject({ subscription: "extended" })
        expect((await subscriptions.list())[0]?.eventNames.sort()).toEqual(before?.eventNames.sort())
        await eventually(async () => {
          const names = (await here.fixture.posDriver.products()).map(({ name }) => name).sort()
          expect(names).toEqual(["Päron", "Tröja", "Äpplen"])
        })
        expect(await here.fixture.get("/admin/pos/unlinked-products?state=open")).toMatchObject({
          unlinked_products: [{ name: "Päron" }],
        })
        expect(await check()).toMatchObject({ subscription: "healthy" })
      })

      it("asks only for what the key may receive", async () => {
        const { subscriptions } = await service()
        expect((await subscriptions.list())[0]?.eventNames).toContain("OrganizationUpdated")
        const narrow = await ConnectedStoreFixture.open({ api, getContainer }, here.shop, {
          scopes: ["READ:PRODUCT", "WRITE:PRODUCT", "READ:PURCHASE"],
        })
        const made = await (await narrow.pos.clientOf(narrow.connectionId)).subscriptions.list()
        expect(made[0]?.eventNames).toHaveLength(9)
        expect(made[0]?.eventNames).not.toContain("OrganizationUpdated")
      })
    })
  },
})
