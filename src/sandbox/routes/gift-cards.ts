import { Router } from "express"
import { uuidSchema } from "../../pos-api/contract"
import { forCaller } from "../http/auth"
import { parseOr } from "../http/http-error"
import { findGiftCard } from "../purchases/gift-cards"
import type { SandboxContext } from "../context/sandbox-context"

/** The gift card interface (spec "Gift card interface"). */
export function giftCardRoutes(context: SandboxContext): Router {
  const router = Router()
  router.get(
    "/organizations/:organizationUuid/giftcards/external/:giftCardUuid",
    forCaller(context, ["READ:PURCHASE"], ({ organization }, request, response) => {
      response.json(findGiftCard(organization, parseOr(404, uuidSchema, request.params.giftCardUuid)))
    })
  )
  return router
}
