import type { RequestHandler } from "express"
import { TILL_HTML } from "./till-html"

/** The till: a page that rings up sales through the control routes. It holds no data and no secret of its own. */
export const tillPage: RequestHandler = (_request, response) => {
  response
    .set(
      "content-security-policy",
      "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'"
    )
    .type("html")
    .send(TILL_HTML)
}
