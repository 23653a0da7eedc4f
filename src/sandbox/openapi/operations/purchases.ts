import { giftCardSchema, purchaseListSchema, purchaseSchema } from "../../../pos-api/contract"
import { ERRORS, GUARDED, ok } from "../answers"
import type { Operation, Parameter } from "../operation"

const READ = ["READ:PURCHASE"] as const

const query = (name: string, schema: Record<string, unknown>, description: string): Parameter => ({
  name,
  in: "query",
  description,
  schema,
})

const MOMENT = "UTC, `YYYY-MM-DD` or `YYYY-MM-DDThh:mm`; as observed (`dateForms`) also with seconds and a zone"

const PATHS = [
  ["getPurchase", "/purchases/v2/{purchaseUuid}", "One purchase"],
  ["getOnePurchase", "/purchase/v2/{purchaseUuid}", "One purchase, by the path that the service's reference has"],
] as const

/** The purchase and gift card interfaces (spec "Purchase interface", "Gift card interface"). */
export const PURCHASE_OPERATIONS: Operation[] = [
  {
    id: "listPurchases",
    interface: "purchases",
    method: "get",
    path: "/purchases/v2",
    summary: "Purchases in the order of their creation, three years back",
    description:
      'As observed (`groupedVat`): `groupedVatAmounts` has the turnover with tax of each rate, under "25.0". As ' +
      "observed (`purchaseTypes`): `userId` and `organizationId` are integers, a cash refund has a negative " +
      "`handedAmount` alone, and there are more fields. As observed (`dateForms`): a last page has no `linkUrls`.",
    scopes: READ,
    parameters: [
      query("lastPurchaseHash", { type: "string" }, "of a previous answer: fetches the next page, also much later"),
      query("startDate", { type: "string" }, `inclusive; ${MOMENT}`),
      query("endDate", { type: "string" }, `exclusive; ${MOMENT}`),
      query("limit", { type: "integer", minimum: 1, maximum: 1000 }, "at most so many"),
      query("descending", { type: "boolean", default: false }, "the most recent first"),
    ],
    answers: {
      200: ok("A page; an empty one has no new hash", purchaseListSchema),
      400: ERRORS.badRequest,
      ...GUARDED,
    },
  },
  ...PATHS.map(([id, path, summary]): Operation => ({
    id,
    interface: "purchases",
    method: "get",
    path,
    summary,
    scopes: READ,
    answers: { 200: ok("The purchase", purchaseSchema), 400: ERRORS.badRequest, 404: ERRORS.notFound, ...GUARDED },
  })),
  {
    id: "getGiftCard",
    interface: "gift-cards",
    method: "get",
    path: "/organizations/{organizationUuid}/giftcards/external/{giftCardUuid}",
    summary: "A gift card, by the UUID that purchase rows of type GIFTCARD carry",
    scopes: READ,
    answers: { 200: ok("The card", giftCardSchema), 404: ERRORS.notFound, ...GUARDED },
  },
]
