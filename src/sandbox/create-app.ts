import express from "express"
import { answerError } from "./http/answer-error"
import { injectCallFaults } from "./faults/call-faults"
import { limitRates } from "./faults/limit-rates"
import { HttpError } from "./http/http-error"
import { recordCalls } from "./journal/record-calls"
import { categoryRoutes } from "./routes/categories"
import { controlRoutes } from "./routes/control"
import { discountRoutes } from "./routes/discounts"
import { financeRoutes } from "./routes/finance"
import { giftCardRoutes } from "./routes/gift-cards"
import { imageRoutes } from "./routes/images"
import { olderInventoryRoutes } from "./routes/inventory-older"
import { inventoryV3Routes } from "./routes/inventory-v3"
import { oauthRoutes } from "./routes/oauth"
import { productImportRoutes } from "./routes/product-import"
import { productLibraryRoutes } from "./routes/product-library"
import { purchaseRoutes } from "./routes/purchases"
import { referenceRoutes } from "./routes/reference"
import { subscriptionRoutes } from "./routes/subscriptions"
import { KeptStates } from "./persistence/kept-states"
import { tillPage } from "./till/till-page"
import type { SandboxContext } from "./context/sandbox-context"

/** Bodies of single calls and of imports; more is answered 413. */
const BODY_LIMIT = "1mb"
const IMPORT_BODY_LIMIT = "64mb"

/** All interfaces of the service on one origin. @param noteChange is called for whatever may change its state */
export function createApp(
  context: SandboxContext,
  kept: KeptStates = new KeptStates(context),
  noteChange: () => void = () => undefined
): express.Express {
  const app = express()
  app.disable("x-powered-by")
  // Only products have an ETag, and that is the service's own.
  app.disable("etag")
  app.use(tillPage())
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
  app.use(productLibraryRoutes(context))
  app.use(categoryRoutes(context))
  app.use(discountRoutes(context))
  app.use(productImportRoutes(context))
  app.use(imageRoutes(context))
  app.use(subscriptionRoutes(context))
  app.use(purchaseRoutes(context))
  app.use(giftCardRoutes(context))
  app.use(inventoryV3Routes(context))
  app.use(olderInventoryRoutes(context))
  app.use(financeRoutes(context))
  app.use((request, _response, next) =>
    next(new HttpError(404, "NOT_FOUND", `There is no ${request.method} ${request.path}`))
  )
  app.use(answerError(context))
  return app
}
