import type { Request } from "express"

/** Where this sandbox is reached, as the caller wrote it. */
export const originOf = (request: Request) => `${request.protocol}://${request.get("host") ?? "localhost"}`

/** The header `Link` that leads to the next page of what was asked for. @param query of that page */
export function linkNext(request: Request, query: Record<string, string>): string {
  return `<${originOf(request)}${request.path}?${new URLSearchParams(query).toString()}>; rel="next"`
}
