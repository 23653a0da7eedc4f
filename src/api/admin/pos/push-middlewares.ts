import type { MiddlewareRoute } from "@medusajs/framework/http"
import { parseBody } from "../../parse-body"
import { parseQuery } from "./parse-query"
import {
  barcodesBodySchema,
  dryRunQuerySchema,
  inclusionBodySchema,
  overridesBodySchema,
  pictureListQuerySchema,
  planEntriesBodySchema,
  planEntryListQuerySchema,
  pushProductsBodySchema,
  pushSettingsBodySchema,
  retryPicturesBodySchema,
  runActionBodySchema,
  startPushBodySchema,
} from "./push-validators"

const body = (matcher: string, schema: Parameters<typeof parseBody>[0]): MiddlewareRoute => ({
  matcher,
  methods: ["POST"],
  middlewares: [parseBody(schema)],
})

const query = (matcher: string, schema: Parameters<typeof parseQuery>[0]): MiddlewareRoute => ({
  matcher,
  methods: ["GET"],
  middlewares: [parseQuery(schema)],
})

/** Routes of the push: settings, products, runs, plans and pictures. */
export const pushMiddlewares: MiddlewareRoute[] = [
  body("/admin/pos/connections/:id/push-settings", pushSettingsBodySchema),
  body("/admin/pos/connections/:id/push", startPushBodySchema),
  query("/admin/pos/connections/:id/dry-run", dryRunQuerySchema),
  body("/admin/pos/product-links/inclusion", inclusionBodySchema),
  body("/admin/pos/product-links/push", pushProductsBodySchema),
  body("/admin/pos/product-links/overrides", overridesBodySchema),
  body("/admin/pos/barcodes", barcodesBodySchema),
  body("/admin/pos/runs/:id/actions", runActionBodySchema),
  query("/admin/pos/pictures", pictureListQuerySchema),
  body("/admin/pos/pictures/retry", retryPicturesBodySchema),
  query("/admin/pos/plans/:id/entries", planEntryListQuerySchema),
  body("/admin/pos/plans/:id/entries", planEntriesBodySchema),
]
