import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { readFile } from "node:fs/promises"
import path from "node:path"
import { promisify } from "node:util"
import express, { Router } from "express"

const PUBLIC = path.join(__dirname, "public")

/** The bundled script of `app/`, which the build of the package puts beside the other files. */
const SCRIPT = path.join(PUBLIC, "main.js")

/** What bundles the script while the sandbox runs from its sources. */
const BUNDLER = path.join(__dirname, "..", "..", "build-page.mjs")

const MOST_BYTES = 16 * 1024 * 1024

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
 * The POS page: it does by hand what the control routes do. It holds no data and no secret of its own. Its files have a
 * folder, so that no call of an interface is looked up on the disk.
 */
export function posPage(): Router {
  const router = Router()
  router.get("/", (_request, response, next) => {
    response.sendFile("index.html", { root: PUBLIC, headers: HEADERS }, (error) => error && next(error))
  })
  router.use("/pos-page/main.js", (_request, response, next) => {
    readScript().then((script) => response.set(HEADERS).type("text/javascript").send(script), next)
  })
  router.use(
    "/pos-page",
    express.static(PUBLIC, { index: false, redirect: false, setHeaders: (response) => void response.set(HEADERS) })
  )
  return router
}

async function readScript(): Promise<string> {
  if (existsSync(SCRIPT)) {
    return readFile(SCRIPT, "utf8")
  }
  return (await promisify(execFile)(process.execPath, [BUNDLER], { maxBuffer: MOST_BYTES })).stdout
}
