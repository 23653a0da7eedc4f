import { createHash } from "node:crypto"
import type { Answer, LocalService, Received } from "../../../pos-api/client/__tests__/local-service"
import { type PosProduct, productSchema } from "../../../pos-api/contract"

/** How a library answers writes: each point in its own way. */
export type LibraryManners = {
  /** the product, nothing but an ETag, or something that nobody understands */
  answers: "product" | "nothing" | "nonsense"
  heedsIfMatch: boolean
  /** the status and the word for a UUID that exists; null: the product is replaced */
  existing: { status: number; errorType: string } | null
}

export const AS_SPECIFIED: LibraryManners = { answers: "product", heedsIfMatch: false, existing: null }
export const AS_OBSERVED: LibraryManners = {
  answers: "nothing",
  heedsIfMatch: true,
  existing: { status: 400, errorType: "ITEM_ALREADY_EXIST" },
}

/** The product library of a POS, as much of it as one product needs: patches merge member by member, variants too. */
export class PosLibrary {
  readonly products = new Map<string, PosProduct>()
  /** what happens right before the next write arrives */
  meanwhile: (() => void) | null = null

  constructor(
    private readonly service: LocalService,
    private readonly manners: LibraryManners
  ) {
    service.answer = (request) => this.answer(request)
  }

  has(product: object): void {
    const parsed = productSchema.parse(product)
    this.products.set(parsed.uuid, parsed)
  }

  /** Method and If-Match of each call, in their order. */
  get calls(): string[] {
    return this.service.received.map(({ method, headers }) => [method, headers["if-match"]].filter(Boolean).join(" "))
  }

  etag(uuid: string): string {
    return createHash("md5")
      .update(JSON.stringify(this.products.get(uuid)))
      .digest("hex")
      .toUpperCase()
  }

  private answer({ method, path, headers, body }: Received): Answer {
    if (method !== "GET") {
      this.meanwhile?.()
      this.meanwhile = null
    }
    const uuid = path.split("/").at(-1) ?? ""
    const known = this.products.get(uuid)
    switch (method) {
      case "POST":
        return this.create(productSchema.parse(JSON.parse(body.toString())))
      case "PUT": {
        if (!known) {
          return { status: 404, body: { errorType: "ENTITY_NOT_FOUND" } }
        }
        const condition = headers["if-match"]
        if (this.manners.heedsIfMatch && condition !== undefined && condition !== `"${this.etag(uuid)}"`) {
          return { status: 412, text: "" }
        }
        this.has(patched(known, JSON.parse(body.toString())))
        return this.written(uuid, { product: 200, nothing: 204, nonsense: 200 }[this.manners.answers])
      }
      default:
        return known
          ? { body: { ...known, etag: this.etag(uuid) }, headers: { etag: `"${this.etag(uuid)}"` } }
          : { status: 404, body: { errorType: "ENTITY_NOT_FOUND" } }
    }
  }

  private create(product: PosProduct): Answer {
    const { existing } = this.manners
    if (existing && this.products.has(product.uuid)) {
      return { status: existing.status, body: { errorType: existing.errorType, violations: null } }
    }
    this.has(product)
    return this.written(product.uuid, 201)
  }

  private written(uuid: string, status: number): Answer {
    const headers = { etag: `"${this.etag(uuid)}"` }
    switch (this.manners.answers) {
      case "product":
        return { status, headers, body: this.products.get(uuid) }
      case "nothing":
        return { status, headers, text: "" }
      case "nonsense":
        return { status, headers, body: { result: "OK" } }
    }
  }
}

function patched(known: PosProduct, patch: Partial<PosProduct>): object {
  const { variants, presentation, ...rest } = patch
  const before = new Map(known.variants?.map((variant) => [variant.uuid, variant]))
  return {
    ...known,
    ...rest,
    ...(presentation ? { presentation: { ...known.presentation, ...presentation } } : {}),
    ...(variants ? { variants: variants.map((item) => ({ ...before.get(item.uuid), ...item })) } : {}),
  }
}
