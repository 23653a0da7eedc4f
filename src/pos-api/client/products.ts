import type { AxiosRequestConfig, AxiosResponse } from "axios"
import { z } from "zod"
import {
  categoryListSchema,
  etagSchema,
  type PosProduct,
  type ProductContent,
  type ProductPatch,
  productSchema,
  quotedEtag,
  taxRateListSchema,
} from "../contract"
import type { AuthorizedSend } from "./token-provider"
import { PosContractError } from "./errors"
import { type LibraryReading, PRODUCT_LIBRARY as LABEL, readLibrary } from "./read-library"
import { parseAnswer } from "./send"
import type { ReadItems } from "./read-items"

const etagHeader = z.looseObject({ etag: etagSchema.optional() })

/** A product with the ETag at which it was read. */
export type ProductWithEtag = { product: PosProduct; etag: string | null }

/** Result of a write that the POS accepted. */
export type WrittenProduct = {
  /** the product as the POS has it now; null where the answer does not contain it, or not in a readable form */
  product: PosProduct | null
  etag: string | null
  /** the part of the answer that could not be parsed; null: all was */
  misunderstood: PosContractError | null
}

/** Product library API (spec "Product library", create/list/get/delete as observed). */
export function productsApi(send: AuthorizedSend, baseUrl: string) {
  const organization = `${baseUrl}/organizations/self`

  /**
   * Sends a product. The POS answers with the product or only an ETag. Any successful answer means that the write was
   * applied. An answer that cannot be parsed is therefore returned in `misunderstood` and not thrown, because callers
   * repeat a write after an error.
   */
  const write = async (request: AxiosRequestConfig): Promise<WrittenProduct> => {
    const { data, headers } = await send(LABEL, request, z.unknown())
    const etag = readEtag(headers)
    if (isNothing(data)) {
      return { product: null, etag, misunderstood: null }
    }
    try {
      const product = parseAnswer(LABEL, request, { data }, productSchema)
      return { product, etag: etag ?? product.etag ?? null, misunderstood: null }
    } catch (error) {
      if (!(error instanceof PosContractError)) {
        throw error
      }
      return { product: null, etag, misunderstood: error }
    }
  }

  return {
    /**
     * Creates a product under the caller's UUID.
     * @throws PosRefusedError with ITEM_ALREADY_EXIST when the POS has the UUID and does not replace it
     */
    async create(content: ProductContent): Promise<WrittenProduct> {
      return write({ method: "post", url: `${organization}/products`, data: content })
    },
    /**
     * Applies a merge patch (RFC 7386); variants are matched by uuid.
     * @param options.ifMatch the ETag of the version that the patch is based on. A POS that supports it answers 412
     * when the product has another ETag. One that does not applies the patch anyway; then only the answer, or a later
     * notification, shows the product's state.
     * @throws PosPreconditionFailedError, PosNotFoundError
     */
    async update(
      uuid: string,
      patch: ProductPatch,
      options: { ifMatch?: string | null } = {}
    ): Promise<WrittenProduct> {
      // `If-None-Match` has the opposite meaning where it is supported, and would block a valid write.
      const headers = options.ifMatch ? { "if-match": quotedEtag(options.ifMatch) } : {}
      return write({ method: "put", url: `${organization}/products/v2/${uuid}`, data: patch, headers })
    },
    async get(uuid: string): Promise<ProductWithEtag> {
      const { data, headers } = await send(LABEL, { url: `${organization}/products/${uuid}` }, productSchema)
      return { product: data, etag: readEtag(headers) ?? data.etag ?? null }
    },
    /**
     * Reads the whole library page by page, and then the products that changed meanwhile. An unreadable product does
     * not affect the others. Where the POS has no pages, all products come as one.
     * @param onPage receives each page before the next is fetched
     * @param reads maximum number of reads when products are deleted between pages; a page may then repeat
     * @throws PosForeignLinkError when a page links to another origin
     */
    async readLibrary(onPage: (page: ReadItems<PosProduct>) => Promise<void>, reads = 1): Promise<LibraryReading> {
      for (let left = reads; ; left--) {
        const reading = await readLibrary(send, organization, onPage)
        if (reading.isStable || left <= 1) {
          return reading
        }
      }
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
    /** Fetches the tax rates of a sales-tax organization. */
    async taxRates() {
      return (await send(LABEL, { url: `${baseUrl}/v1/taxes` }, taxRateListSchema)).data.taxRates
    },
  }
}

function readEtag(headers: AxiosResponse["headers"]): string | null {
  return etagHeader.parse(headers).etag || null
}

/** An answer without a body arrives as an empty string. */
const isNothing = (data: unknown) => (data ?? "") === ""
