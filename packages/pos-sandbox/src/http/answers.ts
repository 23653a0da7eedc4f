import type { Request, Response } from "express"
import { Readable } from "node:stream"
import { type SandboxContext, speaksField, speaksOdd } from "../context/sandbox-context"
import { etagInHeader, type Versioned } from "../products/product-rules"

/** Where this sandbox is reached, as the caller wrote it. */
export const getOrigin = (request: Request) => `${request.protocol}://${request.get("host") ?? "localhost"}`

/** The header `Link` that leads to the next page of what was asked for. @param query of that page */
export function linkNext(request: Request, query: Record<string, string>): string {
  return `<${getOrigin(request)}${request.path}?${new URLSearchParams(query).toString()}>; rel="next"`
}

type Written = {
  /** as it is kept */
  entity: Versioned
  /** as it is shown */
  shown: object
}

/**
 * Answers a create (docs/reference/pos-api.md, createAnswer): as specified with the entity; as observed with its ETag and
 * Location alone, unless `returnEntity=true` asks for it.
 */
export function answerCreated(
  context: SandboxContext,
  request: Request,
  response: Response,
  { entity, shown, location }: Written & { location: string }
): void {
  response.status(201).set("ETag", etagInHeader(context, entity))
  if (!speaksField(context, "createAnswer")) {
    response.json(shown)
    return
  }
  response.set("Location", location)
  if (request.query.returnEntity === "true") {
    response.json(shown)
  } else {
    response.end()
  }
}

/** Answers an update (docs/reference/pos-api.md, updateAnswer): 200 with the entity, with every oddity 204. */
export function answerUpdated(context: SandboxContext, response: Response, { entity, shown }: Written): void {
  response.set("ETag", etagInHeader(context, entity))
  if (speaksOdd(context, "updateAnswer")) {
    response.status(204).end()
  } else {
    response.json(shown)
  }
}

/** Items of one chunk: a library of 100,000 products is never one text in memory. */
const CHUNK = 500

/** Answers a JSON array piece by piece, as fast as the reader takes it. */
export function streamJsonList(response: Response, items: Iterable<unknown>): void {
  response.type("json")
  Readable.from(jsonChunks(items))
    .on("error", (error) => response.destroy(error))
    .pipe(response)
}

function* jsonChunks(items: Iterable<unknown>): Generator<string> {
  let chunk: string[] = []
  let opening = "["
  for (const item of items) {
    chunk.push(JSON.stringify(item))
    if (chunk.length === CHUNK) {
      yield opening + chunk.join(",")
      opening = ","
      chunk = []
    }
  }
  if (chunk.length > 0) {
    yield opening + chunk.join(",")
    opening = ""
  }
  yield opening === "[" ? "[]" : "]"
}

/** Text escaped for HTML, also for an attribute's quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
