import type { MiddlewareRoute } from "@medusajs/framework/http"
import { parseBody } from "../../parse-body"
import { parseQuery } from "./parse-query"
import { pushMiddlewares } from "./push-middlewares"
import {
  backfillBodySchema,
  connectionListQuerySchema,
  decideDifferencesBodySchema,
  inboxEntryListQuerySchema,
  mirrorSettingsBodySchema,
  productLinkListQuerySchema,
  receiptListQuerySchema,
  replayBodySchema,
  runListQuerySchema,
  stockDifferenceListQuerySchema,
} from "./validators"

export const adminPosMiddlewares: MiddlewareRoute[] = [
  ...pushMiddlewares,
  { matcher: "/admin/pos/connections", methods: ["GET"], middlewares: [parseQuery(connectionListQuerySchema)] },
  { matcher: "/admin/pos/runs", methods: ["GET"], middlewares: [parseQuery(runListQuerySchema)] },
  { matcher: "/admin/pos/product-links", methods: ["GET"], middlewares: [parseQuery(productLinkListQuerySchema)] },
  { matcher: "/admin/pos/receipts", methods: ["GET"], middlewares: [parseQuery(receiptListQuerySchema)] },
  { matcher: "/admin/pos/inbox-entries", methods: ["GET"], middlewares: [parseQuery(inboxEntryListQuerySchema)] },
  {
    matcher: "/admin/pos/stock-differences",
    methods: ["GET"],
    middlewares: [parseQuery(stockDifferenceListQuerySchema)],
  },
  {
    matcher: "/admin/pos/stock-differences/decide",
    methods: ["POST"],
    middlewares: [parseBody(decideDifferencesBodySchema)],
  },
  {
    matcher: "/admin/pos/connections/:id/backfill",
    methods: ["POST"],
    middlewares: [parseBody(backfillBodySchema)],
  },
  {
    matcher: "/admin/pos/connections/:id/mirror-settings",
    methods: ["POST"],
    middlewares: [parseBody(mirrorSettingsBodySchema)],
  },
  {
    matcher: "/admin/pos/inbox-entries/replay",
    methods: ["POST"],
    middlewares: [parseBody(replayBodySchema)],
  },
]
