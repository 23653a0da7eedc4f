import express, { type Request, type RequestHandler, type Response, Router } from "express"
import { setTimeout as wait } from "node:timers/promises"
import { uuidSchema } from "../../../src/pos-api/contract"
import type { SandboxContext } from "./context/sandbox-context"
import { type Fault, hits } from "./faults/fault"
import { limitRates } from "./faults/rate-limits"
import { answerError } from "./http/answer-error"
import { answerCreated, answerUpdated } from "./http/answers"
import { forCaller, READ_PRODUCTS, WRITE_PRODUCTS } from "./http/auth"
import { HttpError, parseOr } from "./http/http-error"
import { type InterfaceName, getInterface } from "./http/interfaces"
import { noteNotSimulated, recordCalls } from "./journal/record-calls"
import { buildOpenApiDocument, OPERATIONS, referencePage } from "./openapi/build-document"
import { KeptStates } from "./persistence/kept-states"
import { createDiscount, deleteDiscount, findDiscount, showDiscount, updateDiscount } from "./products/discounts"
import { etagInHeader, failsPrecondition } from "./products/product-rules"
import { controlRoutes } from "./routes/control"
import { financeRoutes, olderFinanceRoutes } from "./routes/finance"
import { imageRoutes } from "./routes/images"
import { inventoryV3Routes, olderInventoryRoutes } from "./routes/inventory"
import { oauthRoutes } from "./routes/oauth"
import { derivedLibraryRoutes, olderLibraryRoutes } from "./routes/older-library"
import { olderStockRoutes } from "./routes/older-stock"
import { categoryRoutes, productImportRoutes, productLibraryRoutes } from "./routes/products"
import { giftCardRoutes, purchaseRoutes } from "./routes/purchases"
import { subscriptionRoutes } from "./routes/subscriptions"
import { posPage } from "./pos-page/pos-page"

/** Bodies of single calls and of imports; more is answered 413. */
const BODY_LIMIT = "1mb"
const IMPORT_BODY_LIMIT = "64mb"

/** All interfaces of the POS on one origin. @param noteChange is called for each request that may change its state */
export function createApp(
  context: SandboxContext,
  kept: KeptStates = new KeptStates(context),
  noteChange: () => void = () => undefined
): express.Express {
  const app = express()
  app.disable("x-powered-by")
  // Only products have an ETag, and that is the POS's own.
  app.disable("etag")
  app.use(posPage())
  app.use(recordCalls(context))
  app.use((request, response, next) => {
    response.setHeader("date", context.clock.now().toUTCString())
    if (request.method !== "GET") {
      noteChange()
    }
    next()
  })
  app.use(limitRates(context), injectCallFaults(context))
  app.use("/organizations/:organizationUuid/import", express.json({ limit: IMPORT_BODY_LIMIT }))
  app.use(express.json({ limit: BODY_LIMIT }))
  app.use("/_sandbox", controlRoutes(context, kept))
  app.use(referenceRoutes())
  app.use(oauthRoutes(context))
  app.use(derivedLibraryRoutes(context))
  app.use(productLibraryRoutes(context))
  app.use(categoryRoutes(context))
  app.use(olderLibraryRoutes(context))
  app.use(discountRoutes(context))
  app.use(productImportRoutes(context))
  app.use(imageRoutes(context))
  app.use(subscriptionRoutes(context))
  app.use(purchaseRoutes(context))
  app.use(giftCardRoutes(context))
  app.use(inventoryV3Routes(context))
  app.use(olderInventoryRoutes(context))
  app.use(olderStockRoutes(context))
  app.use(financeRoutes(context))
  app.use(olderFinanceRoutes(context))
  app.use((request, _response, next) => {
    noteNotSimulated(request)
    next(new HttpError(404, "NOT_FOUND", `${request.method} ${request.path} is not simulated`))
  })
  app.use(answerError(context))
  return app
}

/** The POS's description: an OpenAPI 3.1 document, and a page to read it. */
function referenceRoutes(): Router {
  const router = Router()
  // Built when it is first requested: it would be a tenth of the time that a sandbox takes to start.
  let document: ReturnType<typeof buildOpenApiDocument> | null = null

  router.get("/openapi.json", (_request, response) => {
    document ??= buildOpenApiDocument()
    response.json(document)
  })

  router.get("/docs", (_request, response) => {
    response
      .set("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'")
      .type("html")
      .send(referencePage(OPERATIONS))
  })

  return router
}

const DISCOUNTS = "/organizations/:organizationUuid/discounts"

/** Discounts of the product library; they answer as its products do. */
function discountRoutes(context: SandboxContext): Router {
  const router = Router()

  router.post(
    DISCOUNTS,
    forCaller(context, WRITE_PRODUCTS, ({ organization }, request, response) => {
      const discount = createDiscount(context, organization, request.body)
      const location = `/organizations/${organization.uuid}/discounts/${discount.uuid}`
      answerCreated(context, request, response, { entity: discount, shown: showDiscount(context, discount), location })
    })
  )

  router.get(
    DISCOUNTS,
    forCaller(context, READ_PRODUCTS, ({ organization }, _request, response) => {
      response.json([...organization.discounts.values()].map((discount) => showDiscount(context, discount)))
    })
  )

  router.get(
    `${DISCOUNTS}/:discountUuid`,
    forCaller(context, READ_PRODUCTS, ({ organization }, request, response) => {
      const discount = findDiscount(organization, parseOr(400, uuidSchema, request.params.discountUuid))
      response.set("ETag", etagInHeader(context, discount)).json(showDiscount(context, discount))
    })
  )

  router.put(
    `${DISCOUNTS}/:discountUuid`,
    forCaller(context, WRITE_PRODUCTS, ({ organization }, request, response) => {
      const uuid = parseOr(400, uuidSchema, request.params.discountUuid)
      if (failsPrecondition(context, request, findDiscount(organization, uuid))) {
        response.status(412).end()
        return
      }
      const discount = updateDiscount(context, organization, uuid, request.body)
      answerUpdated(context, response, { entity: discount, shown: showDiscount(context, discount) })
    })
  )

  router.delete(
    `${DISCOUNTS}/:discountUuid`,
    forCaller(context, WRITE_PRODUCTS, ({ organization }, request, response) => {
      deleteDiscount(organization, parseOr(400, uuidSchema, request.params.discountUuid))
      response.status(204).end()
    })
  )

  return router
}

type CallFault = Extract<Fault, { interface: string }>

/** Makes calls slow, fail, break off or answer nonsense, as the faults of the moment say. */
function injectCallFaults(context: SandboxContext): RequestHandler {
  return (request, response, next) => {
    const name = getInterface(request.path)
    const fault =
      name && context.state.faults.filter(isCallFault).find((item) => aims(item, name, request) && hits(item))
    if (!fault) {
      next()
      return
    }
    apply(fault, response).then((isOver) => isOver || next(), next)
  }
}

function isCallFault(fault: Fault): fault is CallFault {
  return "interface" in fault
}

function aims(fault: CallFault, name: InterfaceName, request: Request): boolean {
  const atInterface = fault.interface === "all" || fault.interface === name
  const atAddress = fault.address === undefined || request.originalUrl.includes(fault.address)
  return atInterface && atAddress && (fault.method === undefined || fault.method === request.method)
}

/** @returns true when the call was answered or broken off here */
async function apply(fault: CallFault, response: Response): Promise<boolean> {
  switch (fault.kind) {
    case "latency":
      await wait(fault.milliseconds)
      return false
    case "status":
      if (fault.when === "before") {
        throw failure(fault.status, fault.retryAfter)
      }
      replaceAnswer(response, (end) => {
        const { body, headers } = failure(fault.status, fault.retryAfter)
        response.status(fault.status).set(headers)
        end(Buffer.from(JSON.stringify(body)), "application/json")
      })
      return false
    case "reset":
      if (fault.when === "before") {
        response.socket?.resetAndDestroy()
        return true
      }
      replaceAnswer(response, () => response.socket?.resetAndDestroy())
      return false
    case "cut":
      replaceAnswer(response, (_end, answer) => {
        // The header promises more bytes than arrive.
        response.set("content-length", String(answer.length + 1))
        response.write(answer.subarray(0, Math.floor(answer.length / 2)), () => response.socket?.destroy())
      })
      return false
    case "garbage":
      replaceAnswer(response, (end) => {
        response.status(200)
        end(Buffer.from("<html><body>Bad gatew\u0000"), "text/html")
      })
      return false
  }
}

function failure(status: number, retryAfter: number | undefined): HttpError {
  const headers: Record<string, string> = retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) }
  return new HttpError(status, "INJECTED_FAULT", `A fault answers ${status}`, [], headers)
}

type Ending = (body: Buffer, contentType: string) => void

/** Lets the route work, keeps back all that it writes, and puts something else in the place of its answer. */
function replaceAnswer(response: Response, replace: (end: Ending, answer: Buffer) => void): void {
  const [write, end] = [response.write.bind(response), response.end.bind(response)]
  const written: Buffer[] = []
  const keep = (chunk: unknown) => {
    written.push(Buffer.isBuffer(chunk) ? chunk : Buffer.from(typeof chunk === "string" ? chunk : ""))
    return true
  }
  response.write = keep
  response.end = (chunk?: unknown) => {
    keep(chunk)
    Object.assign(response, { write, end })
    replace((body, contentType) => {
      response.removeHeader("etag")
      response.set({ "content-type": contentType, "content-length": String(body.length) })
      end(body)
    }, Buffer.concat(written))
    return response
  }
}
