import { Router } from "express"
import { buildOpenApiDocument, OPERATIONS } from "../openapi/build-document"
import { referencePage } from "../openapi/reference-page"

/** The service's description: an OpenAPI 3.1 document, and a page to read it. */
export function referenceRoutes(): Router {
  const router = Router()
  const document = buildOpenApiDocument()

  router.get("/openapi.json", (_request, response) => {
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
