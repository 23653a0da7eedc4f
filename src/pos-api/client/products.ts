import type { AxiosRequestConfig, AxiosResponse } from "axios"
import { z } from "zod"
import {
  categoryListSchema,
  etagSchema,
  type ImportStatus,
  importStatusSchema,
  isImportFinished,
  type PosProduct,
  type ProductContent,
  type ProductPatch,
  productSchema,
  quotedEtag,
  taxRateListSchema,
} from "../contract"
import type { AuthorizedSend } from "./token-provider"
import { PosContractError, PosNotFoundError, PosUnreachableError } from "./errors"
import { type LibraryReading, PRODUCT_LIBRARY, readLibrary } from "./read-library"
import { nullIfNotFound, parseAnswer } from "./send"
import type { ReadItems } from "./read-items"
import { setTimeout as sleep } from "node:timers/promises"
import type { Clock } from "../clock"

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
    const { data, headers } = await send(PRODUCT_LIBRARY, request, z.unknown())
    const etag = readEtag(headers)
    if (isNothing(data)) {
      return { product: null, etag, misunderstood: null }
    }
    try {
      const product = parseAnswer(PRODUCT_LIBRARY, request, { data }, productSchema)
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
      const { data, headers } = await send(PRODUCT_LIBRARY, { url: `${organization}/products/${uuid}` }, productSchema)
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
      for (let readsLeft = reads; ; readsLeft--) {
        const reading = await readLibrary(send, organization, onPage)
        if (reading.isStable || readsLeft <= 1) {
          return reading
        }
      }
    },
    async delete(uuid: string): Promise<void> {
      await send(PRODUCT_LIBRARY, { method: "delete", url: `${organization}/products/${uuid}` }, z.unknown())
    },
    async deleteMany(uuids: string[]): Promise<void> {
      const query = uuids.map((uuid) => `uuid=${uuid}`).join("&")
      await send(PRODUCT_LIBRARY, { method: "delete", url: `${organization}/products?${query}` }, z.unknown())
    },
    async categories() {
      return (await send(PRODUCT_LIBRARY, { url: `${organization}/categories/v2` }, categoryListSchema)).data.categories
    },
    /** Fetches the tax rates of a sales-tax organization. */
    async taxRates() {
      return (await send(PRODUCT_LIBRARY, { url: `${baseUrl}/v1/taxes` }, taxRateListSchema)).data.taxRates
    },
  }
}

function readEtag(headers: AxiosResponse["headers"]): string | null {
  return etagHeader.parse(headers).etag || null
}

/** An answer without a body arrives as an empty string. */
const isNothing = (data: unknown) => (data ?? "") === ""

const IMPORT_LABEL = "product import"
const FIRST_WAIT_MS = 50
const LONGEST_WAIT_MS = 2_000
const DEFAULT_TIMEOUT_MS = 10 * 60_000

/** How long a started import may be unknown to the POS while its end is awaited, in milliseconds. */
const UNKNOWN_MS = 10_000

/** Bulk import API (spec "POST …/import/v2", asynchronous status as observed). */
export function importsApi(send: AuthorizedSend, baseUrl: string, clock: Clock) {
  const organization = `${baseUrl}/organizations/self`
  const api = {
    /** Starts an import of 1 to 2,000 products; unknown UUIDs are created, known ones replaced. */
    async start(products: ProductContent[]): Promise<ImportStatus> {
      return (
        await send(
          IMPORT_LABEL,
          { method: "post", url: `${organization}/import/v2`, data: { products } },
          importStatusSchema
        )
      ).data
    },
    /** Returns the status of an import; null when the POS does not know it. */
    async status(importUuid: string): Promise<ImportStatus | null> {
      return (
        (
          await nullIfNotFound(
            send(IMPORT_LABEL, { url: `${organization}/import/status/${importUuid}` }, importStatusSchema)
          )
        )?.data ?? null
      )
    },
    /** Returns the import that was started last; null when there is none. */
    async latest(): Promise<ImportStatus | null> {
      return (
        (await nullIfNotFound(send(IMPORT_LABEL, { url: `${organization}/import/status` }, importStatusSchema)))
          ?.data ?? null
      )
    },
    /**
     * Polls until the import has ended, with growing intervals.
     * @throws PosUnreachableError when it has not ended within `timeoutMs` (milliseconds); calling again later is safe.
     * PosNotFoundError when the POS does not know it, even some time after its start
     */
    async waitUntilFinished(importUuid: string, options: { timeoutMs?: number } = {}): Promise<ImportStatus> {
      const started = clock.now().getTime()
      const deadline = started + (options.timeoutMs ?? DEFAULT_TIMEOUT_MS)
      for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
        const status = await api.status(importUuid)
        if (status && isImportFinished(status)) {
          return status
        }
        const call = `import ${importUuid} (${IMPORT_LABEL})`
        if (!status && clock.now().getTime() >= started + UNKNOWN_MS) {
          throw new PosNotFoundError({ call })
        }
        if (clock.now().getTime() >= deadline) {
          throw new PosUnreachableError({ call }, "it did not finish in time")
        }
        await sleep(wait)
      }
    },
  }
  return api
}
