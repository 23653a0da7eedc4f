import type { AxiosResponse } from "axios"
import { z } from "@medusajs/framework/zod"
import {
  categoryListSchema,
  type PosProduct,
  type ProductContent,
  productListSchema,
  type ProductPatch,
  productSchema,
  taxRateListSchema,
} from "../contract"
import type { AuthorizedSend } from "./authorized"

const LABEL = "product library"

const etagHeader = z.looseObject({ etag: z.string().optional() })

/** A product with the ETag it was read or written at. */
export type ProductWithEtag = { product: PosProduct; etag: string | null }

/** The product library (spec "Product library", create/list/get/delete from service-facts). */
export function productsApi(send: AuthorizedSend, baseUrl: string) {
  const organization = `${baseUrl}/organizations/self`
  const withEtag = (answer: { data: PosProduct; headers: AxiosResponse["headers"] }): ProductWithEtag => ({
    product: answer.data,
    etag: etagHeader.parse(answer.headers).etag ?? answer.data.etag ?? null,
  })
  return {
    /** Creates a product under the caller's UUID. */
    async create(content: ProductContent): Promise<ProductWithEtag> {
      return withEtag(
        await send(LABEL, { method: "post", url: `${organization}/products`, data: content }, productSchema)
      )
    },
    /**
     * Applies a merge patch (RFC 7386); variants are matched by uuid.
     * @throws PosPreconditionFailedError when the product's ETag matches `ifNoneMatch`, PosNotFoundError
     */
    async update(uuid: string, patch: ProductPatch, options: { ifNoneMatch?: string } = {}): Promise<ProductWithEtag> {
      const headers = options.ifNoneMatch ? { "if-none-match": options.ifNoneMatch } : {}
      return withEtag(
        await send(
          LABEL,
          { method: "put", url: `${organization}/products/v2/${uuid}`, data: patch, headers },
          productSchema
        )
      )
    },
    async get(uuid: string): Promise<ProductWithEtag> {
      return withEtag(await send(LABEL, { url: `${organization}/products/${uuid}` }, productSchema))
    },
    async list(): Promise<PosProduct[]> {
      return (await send(LABEL, { url: `${organization}/products/v2` }, productListSchema)).data
    },
    async delete(uuid: string): Promise<void> {
      await send(LABEL, { method: "delete", url: `${organization}/products/${uuid}` }, z.unknown())
    },
    async deleteMany(uuids: string[]): Promise<void> {
      const query = uuids.map((uuid) => `uuid=${uuid}`).join("&")
      await send(LABEL, { method: "delete", url: `${organization}/products?${query}` }, z.unknown())
    },
    async categories() {
      return (await send(LABEL, { url: `${organization}/categories/v2` }, categoryListSchema)).data.categories
    },
    /** The rates of a sales-tax organisation. */
    async taxRates() {
      return (await send(LABEL, { url: `${baseUrl}/v1/taxes` }, taxRateListSchema)).data.taxRates
    },
  }
}
