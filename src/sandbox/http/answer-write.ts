import type { Request, Response } from "express"
import { etagInHeader, type Versioned } from "../products/etags"
import { type SandboxContext, speaksField } from "../context/sandbox-context"

type Written = {
  /** as it is kept */
  entity: Versioned
  /** as it is shown */
  shown: object
}

/**
 * Answers a create (docs/service.md, createAnswer): as specified with the entity; as observed with its ETag and
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

/** Answers an update (docs/service.md, updateAnswer): as specified 200 with the entity, as observed 204. */
export function answerUpdated(context: SandboxContext, response: Response, { entity, shown }: Written): void {
  response.set("ETag", etagInHeader(context, entity))
  if (speaksField(context, "updateAnswer")) {
    response.status(204).end()
  } else {
    response.json(shown)
  }
}
