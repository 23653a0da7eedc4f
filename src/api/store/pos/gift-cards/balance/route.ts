import type { ErrorCode } from "../../../../../contract/errors"
import { readBalanceForCustomer } from "../../../../../features/gift-cards"
import { PosError } from "../../../../../modules/pos/errors"
import { unrestricted, defineChange } from "../../../../utils/define-route"
import { notAudited } from "../../../../utils/audit"
import { z } from "zod"
import { uuidSchema } from "../../../../../pos-api/contract"

/** Body of `POST /store/pos/gift-cards/balance`. */
export const balanceBodySchema = z.object({
  card_uuid: uuidSchema,
  /** a receipt number, an amount in major units, or an ISO date, as the option giftCards.balanceRoute defines */
  proof: z.string().min(1).max(64),
})

/**
 * `POST /store/pos/gift-cards/balance` with `{card_uuid, proof}` → `{gift_card: {standing, remaining_amount,
 * currency_code, valid_to}}`, the amount in minor units. Off unless the option giftCards.balanceRoute defines the
 * proof. 404 for an unknown card and for a wrong proof alike, 429 with `Retry-After` after too many attempts.
 */
export const POST = defineChange({
  access: unrestricted("a customer of the store has no role"),
  body: balanceBodySchema,
  sizeLimit: "2kb",
  audit: notAudited("a customer asks what is on a card"),
}).handle(async (request, response) => {
  const { card_uuid, proof } = request.validatedBody
  const answer = await readBalanceForCustomer(request.scope, {
    cardUuid: card_uuid,
    proof,
    client: request.ip ?? "unknown",
  })
  switch (answer.outcome) {
    case "off":
      throw new PosError("pos_gift_card_balance_off", "This store does not show the balance of gift cards")
    case "no-match":
      throw new PosError("pos_gift_card_not_found", "No gift card matches what was entered")
    case "slow-down":
      response
        .status(429)
        .set("retry-after", String(answer.retryAfterSeconds))
        .json({
          type: "too_many_requests",
          code: "pos_too_many_attempts" satisfies ErrorCode,
          message: "Too many attempts. Try again later.",
        })
      return
    case "shown": {
      const { standing, remaining_amount, currency_code, valid_to } = answer.card
      response.json({ gift_card: { standing, remaining_amount, currency_code, valid_to } })
    }
  }
})
