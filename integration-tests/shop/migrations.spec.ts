import { readFileSync } from "node:fs"
import path from "node:path"
import { z } from "zod"
import { PosDriver } from "../../test-support/pos-driver"
import { associatedData } from "../../src/modules/pos/sealed-secret"
import * as models from "../../src/modules/pos/models"
import { refreshProviders } from "../../src/features/sales/order-providers"
import { installedMedusa } from "../../src/runtime/schema-compatibility"
import { eventually } from "./support/eventually"
import {
  listFixtureVersions,
  captureUpgradeFixture,
  readUpgradeFixture,
  type UpgradeFixture,
} from "./support/upgrade-fixtures/upgrade-fixture"
import { OUR_MIGRATIONS } from "./support/upgrade-fixtures/our-migrations"
import { migrate, restoreUpgradeFixture } from "./support/upgrade-fixtures/restore-fixture"
import { ConnectedStoreFixture, refundOf } from "./support/connected-store-fixture"
import { seedStore } from "./support/seed-store"
import { storeSuite } from "./support/store-suite"

const columnsSchema = z.looseObject({
  rows: z.array(z.object({ table_name: z.string(), column_name: z.string() })),
})

const entitySchema = z.looseObject({ tableName: z.string(), schema: z.record(z.string(), z.unknown()) })

const versionSchema = z.looseObject({ version: z.string() })

const origin = () => process.env.POS_PUBLIC_URL ?? ""

storeSuite({
  moduleName: "migrations",
  testSuite: ({ api, getContainer, dbConnection, databaseUrl }) => {
    const tools = { api, getContainer }

    it("of all versions together make the columns that the models name, and none beside", async () => {
      const { rows } = columnsSchema.parse(
        await dbConnection.raw(
          `SELECT table_name, column_name FROM information_schema.columns
           WHERE table_schema = 'public' AND table_name LIKE 'pos\\_%'`
        )
      )
      const made = rows.map(({ table_name, column_name }) => `${table_name}.${column_name}`)
      const named = Object.values(models).flatMap((model) => {
        const { tableName, schema } = entitySchema.parse(model.parse())
        return Object.keys(schema).map((column) => `${tableName}.${column}`)
      })
      expect(named.length).toBeGreaterThan(250)
      expect(made.sort()).toEqual(named.sort())
    })

    /** The POS as it was: the goods under their UUIDs, with their stock. */
    const reopenPos = async (posDriver: PosDriver, { products }: UpgradeFixture) => {
      for (const { balances, etag: _etag, created: _created, updated: _updated, ...product } of products) {
        await posDriver.makeProduct(product)
        await posDriver.track(product.uuid, "enable")
        for (const [variantUuid, balance] of Object.entries(balances)) {
          await posDriver.changeStock({ productUuid: product.uuid, variantUuid, change: Number(balance ?? 0) })
        }
      }
    }

    it.each(listFixtureVersions())("bring a store of %s over, which keeps its links and goes on", async (version) => {
      const posDriver = await PosDriver.open()
      const former = readUpgradeFixture(version, { origin: origin(), organizationUuid: posDriver.organizationUuid })
      await reopenPos(posDriver, former)
      await restoreUpgradeFixture(dbConnection, former)
      expect(await migrate(databaseUrl)).toEqual(OUR_MIGRATIONS.filter((name) => !former.migrations.includes(name)))
      const stage = await ConnectedStoreFixture.resume(tools, posDriver, former.connectionId)
      // As the start of an upgraded shop does, which was another process.
      refreshProviders()
      const api_key_sealed = await stage.pos.seal(associatedData.apiKey(former.connectionId), posDriver.apiKey)
      await stage.pos.updatePosConnections({ id: former.connectionId, api_key_sealed })

      // What was, is there.
      const { connection } = await stage.get<{ connection: object }>(`/admin/pos/connections/${former.connectionId}`)
      expect(connection).toMatchObject({
        state: "active",
        product_links: { total: 3, synced: 2, rejected: 1, pending: 0 },
      })
      const sold = await stage.order(former.sale.purchaseUUID1)
      expect(sold).toMatchObject({ status: "completed", returns: [{ status: "received" }] })
      expect((await stage.entries()).map(({ state }) => state)).toContain("dead")

      // The POS's notifications come again, and a sale becomes an order.
      await stage.catchUpNow()
      const { uuid } = await stage.variant("TROJA-M")
      const sale = await posDriver.sell([{ variantUuid: uuid, quantity: 1 }])
      expect(await stage.order(sale.purchaseUUID1)).toMatchObject({ status: "completed" })

      // The rest of a sale from before comes back, on the order from before.
      const amount = -Math.round(former.sale.amount / 2)
      const refund = refundOf(former.sale, { number: 900, rows: [{ row: 0, quantity: "-1" }], amount })
      expect((await stage.notify("PurchaseCreated", refund)).status).toBe(200)
      await eventually(async () => {
        await stage.drain()
        expect(await stage.receipt(refund.purchaseUUID1)).toMatchObject({ state: "mirrored", order_id: sold.id })
      })

      // What the store changes reaches the product that stood there before, and there is no other.
      await api.post(
        `/admin/products/${String((await productLinks(stage))[0]?.product_id)}`,
        { title: "Tröja, ny" },
        stage.admin
      )
      const uuids = former.products.map((product) => product.uuid).sort()
      await eventually(async () => {
        const products = await posDriver.products()
        expect(products.map(({ name }) => name)).toContain("Tröja, ny")
        expect(products.map((product) => product.uuid).sort()).toEqual(uuids)
      })
      await posDriver.close()
    })

    const productLinks = async (stage: ConnectedStoreFixture) => {
      const { product_links } = await stage.get<{ product_links: { product_id: string; product_uuid: string }[] }>(
        `/admin/pos/product-links?connection_id=${stage.connectionId}&q=Tröja`
      )
      return product_links
    }

    /** `npm run upgrade:record`: today's shop for the upgrades of later versions. */
    const record = async () => {
      const shop = await seedStore(getContainer())
      const stage = await ConnectedStoreFixture.open(tools, shop)
      const { posDriver } = stage
      const { uuid } = await stage.variant("TROJA-M")
      const sale = await posDriver.sell([{ variantUuid: uuid, quantity: 2 }])
      await stage.order(sale.purchaseUUID1)
      const back = await posDriver.refund({ purchaseUuid: sale.purchaseUUID1, items: [{ row: 0, quantity: "1" }] })
      await eventually(async () => expect(await stage.receipt(back.purchaseUUID1)).toMatchObject({ state: "mirrored" }))
      await stage.notify("PurchaseCreated", { amount: "much" })
      await stage.drain()
      const { version } = versionSchema.parse(
        JSON.parse(readFileSync(path.resolve(__dirname, "../../package.json"), "utf8"))
      )
      await captureUpgradeFixture(dbConnection, {
        version,
        medusa: installedMedusa(),
        connectionId: stage.connectionId,
        origin: origin(),
        sale,
        organizationUuid: posDriver.organizationUuid,
        products: await posDriver.products(),
      })
      expect(listFixtureVersions()).toContain(version)
    }
    if (process.env.RECORD_UPGRADE) {
      it("is recorded", record)
    }
  },
})
