import { Readable } from "node:stream"
import type { Response } from "express"

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
