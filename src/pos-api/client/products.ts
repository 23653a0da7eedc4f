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
import type { AuthorizedSend } from "./authorized"
import { PosContractError } from "./errors"
import { type LibraryReading, PRODUCT_LIBRARY as LABEL, readLibrary } from "./read-library"
import { parseAnswer } from "./send"
import type { ReadItems } from "./parse-items"

const etagHeader = z.looseObject({ etag: etagSchema.optional() })

/** A product with the ETag it was read at. */
export type ProductWithEtag = { product: PosProduct; etag: string | null }

/** What is known after a write that the service took. */
export type WrittenProduct = {
  /** as the service has it now; null where its answer does not say, or not in a form that is understood */
  product: PosProduct | null
  etag: string | null
  /** the part of the answer that was not understood; null: all of it was */
  misunderstood: PosContractError | null
}

/** The product library (spec "Product library", create/list/get/delete as observed). */
export function productsApi(send: AuthorizedSend, baseUrl: string) {
  const organization = `${baseUrl}/organizations/self`

  /**
   * Sends a product. The service answers a write with the product or with nothing but an ETag, and whatever stands in an
   * answer of success, the write was applied: an answer that is not understood is told beside, and never thrown, since
   * whoever catches an error writes again.
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
     * @throws PosRefusedError with ITEM_ALREADY_EXIST where the service has the UUID and does not replace it
     */
    async create(content: ProductContent): Promise<WrittenProduct> {
      return write({ method: "post", url: `${organization}/products`, data: content })
    },
    /**
     * Applies a merge patch (RFC 7386); variants are matched by uuid.
     * @param options.ifMatch the ETag of the version that the patch was made for. A service that heeds it answers 412
     *   when that is no longer the product's, one that does not applies the patch all the same: only the answer, or
     *   what is told next, shows what the product became.
     * @throws PosPreconditionFailedError, PosNotFoundError
     */
    async update(
      uuid: string,
      patch: ProductPatch,
      options: { ifMatch?: string | null } = {}
    ): Promise<WrittenProduct> {
      // `If-None-Match` has the opposite sense where it has one, and would hold a write back that nothing stands against.
      const headers = options.ifMatch ? { "if-match": quotedEtag(options.ifMatch) } : {}
      return write({ method: "put", url: `${organization}/products/v2/${uuid}`, data: patch, headers })
    },
    async get(uuid: string): Promise<ProductWithEtag> {
      const { data, headers } = await send(LABEL, { url: `${organization}/products/${uuid}` }, productSchema)
      return { product: data, etag: readEtag(headers) ?? data.etag ?? null }
    },
    /**
     * Reads the whole library, a page at a time, and afterwards what changed meanwhile. A product that cannot be read costs
     * none of the others. Where the service has no pages, all comes as one.
     * @param onPage gets each page before the next is asked for
     * @param reads how often it is read at the most, while products are deleted between its pages; a page may come again
     * @throws PosForeignLinkError when a page leads to another origin
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
    /** The rates of a sales-tax organisation. */
    async taxRates() {
      return (await send(LABEL, { url: `${baseUrl}/v1/taxes` }, taxRateListSchema)).data.taxRates
    },
  }
}

function readEtag(headers: AxiosResponse["headers"]): string | null {
  return etagHeader.parse(headers).etag || null
}

/** An answer without a body arrives as an empty text. */
const isNothing = (data: unknown) => (data ?? "") === ""
