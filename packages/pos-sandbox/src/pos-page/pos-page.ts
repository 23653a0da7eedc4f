import path from "node:path"
import express, { Router } from "express"

const PAGE = path.join(__dirname, "page")

/** Everything comes from this server, and nothing is written into the page as code. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  ...["script-src", "style-src", "img-src", "connect-src"].map((directive) => `${directive} 'self'`),
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ")

const HEADERS = {
  "content-security-policy": CONTENT_SECURITY_POLICY,
  "x-content-type-options": "nosniff",
  // The control token is in the address.
  "referrer-policy": "no-referrer",
  "cache-control": "no-cache",
}

/**
 * The register: a page that does at the register what the control routes do. It holds no data and no secret of its own. Its
 * files have a folder, so that no call of an interface is looked up on the disk.
 */
export function posPage(): Router {
  const router = Router()
  router.get("/", (_request, response, next) => {
    response.sendFile("index.html", { root: PAGE, headers: HEADERS }, (error) => error && next(error))
  })
  router.use(
    "/pos-page",
    express.static(PAGE, { index: false, redirect: false, setHeaders: (response) => void response.set(HEADERS) })
  )
  return router
}
