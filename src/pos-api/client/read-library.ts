import { z } from "zod"
import { type PosProduct, productSchema } from "../contract"
import type { AuthorizedSend } from "./token-provider"
import { PosContractError, PosNotFoundError, PosPreconditionFailedError } from "./errors"
import { getItems, nextPage, type ReadItems } from "./read-items"

export const PRODUCT_LIBRARY = "product library"

/** The most items in a page. */
const ITEMS_IN_PAGE = 500

/** The most pages of a list; a longer one repeats its pages endlessly. */
const MOST_PAGES = 10_000

const productsSchema = getItems(productSchema, ["uuid"])

const pageSchema = z.looseObject({
  products: productsSchema,
  deletedProducts: z.array(z.string()).nullish(),
  /** the library's state at the first page */
  untilEventLogUuid: z.string().nullish(),
})

type Page = z.output<typeof pageSchema>
type OnPage = (page: ReadItems<PosProduct>) => Promise<void>

/**
 * The result of reading the whole product library.
 * @property isStable false: products were deleted between the pages, so that others may have been skipped
 */
export type LibraryReading = { isStable: boolean }

/** Reads the library of an organization in pages of `GET /library`, or all at once where the POS has no such route. */
export async function readLibrary(send: AuthorizedSend, organization: string, onPage: OnPage): Promise<LibraryReading> {
  const first = `${organization}/library?limit=${ITEMS_IN_PAGE}`
  const read: { since: string | null; pages: number } = { since: null, pages: 0 }
  try {
    await readPages(send, first, async (page) => {
      read.since ??= page.untilEventLogUuid ?? null
      read.pages += 1
      await onPage(page.products)
    })
  } catch (error) {
    if (read.pages > 0 || !(error instanceof PosNotFoundError)) {
      throw error
    }
    // Other clients send this parameter, too.
    const libraryRequest = { url: `${organization}/products/v2`, params: { sort: false } }
    await onPage((await send(PRODUCT_LIBRARY, libraryRequest, productsSchema)).data)
    return { isStable: true }
  }
  return read.since === null || read.pages === 1
    ? { isStable: true }
    : readChanges(send, `${first}&eventLogUuid=${read.since}`, onPage)
}

/**
 * Reads the changes since the first page. When there are too many, or something was deleted, the pages have shifted.
 */
async function readChanges(send: AuthorizedSend, first: string, onPage: OnPage): Promise<LibraryReading> {
  let isStable = true
  try {
    await readPages(send, first, async ({ products, deletedProducts }) => {
      isStable = isStable && (deletedProducts ?? []).length === 0
      await onPage(products)
    })
  } catch (error) {
    if (!(error instanceof PosPreconditionFailedError)) {
      throw error
    }
    isStable = false
  }
  return { isStable }
}

async function readPages(send: AuthorizedSend, first: string, onPage: (page: Page) => Promise<void>): Promise<true> {
  const call = `GET ${new URL(first).pathname} (${PRODUCT_LIBRARY})`
  let url: string | null = first
  for (let page = 0; url !== null; page++) {
    if (page === MOST_PAGES) {
      throw new PosContractError({ call }, `the list has no end after ${MOST_PAGES} pages`, true)
    }
    const answer: { data: Page; headers: Parameters<typeof nextPage>[0] } = await send(
      PRODUCT_LIBRARY,
      { url },
      pageSchema
    )
    await onPage(answer.data)
    url = nextPage(answer.headers, url, call)
  }
  return true
}
