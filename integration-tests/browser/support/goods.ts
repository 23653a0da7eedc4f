import sharp from "sharp"
import { v1 as uuidVersion1 } from "uuid"
import type { Merchant } from "../../../packages/pos-sandbox/tests/support/merchant"

const price = (amount: number) => ({ amount, currencyId: "SEK" })

/** A name that would do harm if it were taken for HTML. */
export const HOSTILE_NAME = `<img src=x onerror="document.title='gone'">`

/** A small shop: by the piece with an image, by weight, in sizes, and one whose name is code. */
export async function stockShop(merchant: Merchant) {
  const cup = { uuid: uuidVersion1(), sku: "KOPP", barcode: "7350000000017", price: price(12_900) }
  const presentation = { imageUrl: await uploadImage(merchant) }
  const kitchen = { uuid: uuidVersion1(), name: "Kök" }
  const { product: cups } = await merchant.createProduct({
    name: "Kaffekopp",
    vatPercentage: "25",
    category: kitchen,
    variants: [cup],
    presentation,
  })
  await merchant.createProduct({
    name: "Äpplen från Åland",
    vatPercentage: "12",
    unitName: "kg",
    category: { uuid: uuidVersion1(), name: "Lösvikt" },
    variants: [{ uuid: uuidVersion1(), price: price(3_950) }],
  })
  await merchant.createProduct({
    name: "T-shirt 東京",
    vatPercentage: "25",
    variants: ["S", "M", "L"].map((name) => ({ uuid: uuidVersion1(), name, price: price(24_900) })),
  })
  await merchant.createProduct({ name: HOSTILE_NAME, vatPercentage: "25.5" })
  const { organizationUuid } = merchant
  await merchant.control.post("/stock", {
    organizationUuid,
    productUuid: cups.uuid,
    variantUuid: cup.uuid,
    change: "10",
  })
  return { cupProductUuid: cups.uuid, cupUuid: cup.uuid }
}

async function uploadImage(merchant: Merchant): Promise<string> {
  const image = await sharp({ create: { width: 400, height: 300, channels: 3, background: "#b5653a" } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set("file", new Blob([new Uint8Array(image)], { type: "image/png" }), "kopp.png")
  const { data } = await merchant.api.post("/v2/images/organizations/self/products/upload", form)
  return data.imageUrls[0]
}
