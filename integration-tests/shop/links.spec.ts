import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { eventually } from "./support/eventually"
import { storeSuite } from "./support/store-suite"
import { useConnectedStore } from "./support/use-connected-store"

/** What a store's developer asks Medusa's query for, beside the module's own service. */
storeSuite({
  moduleName: "links",
  testSuite: ({ api, getContainer }) => {
    const here = useConnectedStore({ api, getContainer })
    const query = () => getContainer().resolve(ContainerRegistrationKeys.QUERY)

    it("lead from an order to its receipts, the refund's too, and back", async () => {
      const { uuid } = await here.fixture.variant("TROJA-M")
      const sale = await here.fixture.posDriver.sell([{ variantUuid: uuid, quantity: 2 }])
      const order = await here.fixture.order(sale.purchaseUUID1)
      const refund = await here.fixture.posDriver.refund({
        purchaseUuid: sale.purchaseUUID1,
        items: [{ row: 0, quantity: "1" }],
      })
      await eventually(async () =>
        expect(await here.fixture.receipt(refund.purchaseUUID1)).toMatchObject({ order_id: order.id })
      )
      const { data: orders } = await query().graph({
        entity: "order",
        fields: ["id", "pos_receipts.purchase_uuid", "pos_receipts.refund"],
        filters: { id: order.id },
      })
      expect(orders).toHaveLength(1)
      expect(orders[0]).toMatchObject({
        pos_receipts: expect.arrayContaining([
          expect.objectContaining({ purchase_uuid: sale.purchaseUUID1, refund: false }),
          expect.objectContaining({ purchase_uuid: refund.purchaseUUID1, refund: true }),
        ]),
      })
      const { data: receipts } = await query().graph({
        entity: "pos_receipt",
        fields: ["purchase_uuid", "order.display_id"],
        filters: { order_id: order.id },
      })
      expect(receipts.map((receipt) => receipt.order)).toEqual([
        expect.objectContaining({ id: order.id, display_id: expect.any(Number) }),
        expect.objectContaining({ id: order.id }),
      ])
    })

    it("lead from products and variants to what stands for them at the POS, and back", async () => {
      const { uuid } = await here.fixture.variant("TROJA-M")
      const { data: variants } = await query().graph({
        entity: "product_variant",
        fields: ["sku", "product_id", "pos_variant_links.variant_uuid", "pos_variant_links.connection_id"],
        filters: { sku: "TROJA-M" },
      })
      expect(variants).toEqual([
        expect.objectContaining({
          sku: "TROJA-M",
          pos_variant_links: expect.arrayContaining([
            expect.objectContaining({ variant_uuid: uuid, connection_id: here.fixture.connectionId }),
          ]),
        }),
      ])
      const productId = variants[0]?.product_id
      const { data: products } = await query().graph({
        entity: "product",
        fields: ["title", "pos_product_links.product_uuid", "pos_product_links.state"],
        filters: { id: productId },
      })
      expect(products[0]).toMatchObject({
        pos_product_links: expect.arrayContaining([expect.objectContaining({ state: "synced" })]),
      })
      const { data: links } = await query().graph({
        entity: "pos_product_link",
        fields: ["product_id", "product.title"],
        filters: { product_id: productId },
      })
      expect(links[0]).toMatchObject({ product: { title: products[0]?.title } })
      const { data: variantLinks } = await query().graph({
        entity: "pos_variant_link",
        fields: ["variant_uuid", "product_variant.sku"],
        filters: { variant_uuid: uuid },
      })
      expect(variantLinks[0]).toMatchObject({ product_variant: { sku: "TROJA-M" } })
    })
  },
})
