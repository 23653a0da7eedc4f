import { z } from "zod"
import { type PosProduct, productSchema } from "../contract"
import type { AuthorizedSend } from "./authorized"
import { PosContractError, PosNotFoundError, PosPreconditionFailedError } from "./errors"
import { nextPage } from "./next-page"
import { itemsOf, type ReadItems } from "./parse-items"

export const PRODUCT_LIBRARY = "product library"

/** The most items that a page holds. */
const ITEMS_IN_PAGE = 500

/** A list that does not end by then goes round in circles. */
const MOST_PAGES = 10_000

const productsSchema = itemsOf(productSchema, ["uuid"])

const pageSchema = z.looseObject({
  products: productsSchema,
  deletedProducts: z.array(z.string()).nullish(),
  /** the library's state at the first page */
  untilEventLogUuid: z.string().nullish(),
})

type Page = z.output<typeof pageSchema>
type OnPage = (page: ReadItems<PosProduct>) => Promise<void>

/** @property isStable false: products were deleted between the pages, so that others may have been passed over */
export type LibraryReading = { isStable: boolean }

/** Reads the library of an organization by pages of `GET /library`, or all at once where the service has no such route. */
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
    // The order is asked for as others do.
    const asked = { url: `${organization}/products/v2`, params: { sort: false } }
    await onPage((await send(PRODUCT_LIBRARY, asked, productsSchema)).data)
    return { isStable: true }
  }
  return read.since === null || read.pages === 1
    ? { isStable: true }
    : readChanges(send, `${first}&eventLogUuid=${read.since}`, onPage)
}

/** What changed while the pages were read; where that is too much to tell, or something was deleted, pages moved. */
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
