import type {
  AuthorizePaymentOutput,
  CancelPaymentOutput,
  CapturePaymentOutput,
  DeletePaymentOutput,
  GetPaymentStatusInput,
  GetPaymentStatusOutput,
  InitiatePaymentOutput,
  RefundPaymentOutput,
  RetrievePaymentInput,
  RetrievePaymentOutput,
  UpdatePaymentOutput,
  WebhookActionResult,
} from "@medusajs/framework/types"
import { AbstractPaymentProvider, PaymentActions, PaymentSessionStatus } from "@medusajs/framework/utils"
import type { PaymentMeans } from "../../vocabulary/counter-providers"
import { TillOnlyError } from "../till-only-error"

const WHAT = "A payment at the till"

/**
 * A payment that the till took: it can be looked at. Whatever would begin, move or give back money is refused with what to
 * do at the till, also where the shop's own code asks for it.
 */
class TillPaymentProvider extends AbstractPaymentProvider {
  constructor(cradle: Record<string, unknown>) {
    super(cradle)
  }

  /** @throws TillOnlyError always: no customer of the web shop pays with it */
  async initiatePayment(): Promise<InitiatePaymentOutput> {
    throw new TillOnlyError(WHAT, "Take the money at the till")
  }

  /** @throws TillOnlyError always */
  async updatePayment(): Promise<UpdatePaymentOutput> {
    throw new TillOnlyError(WHAT, "Refund it at the till and sell what is right")
  }

  /** @throws TillOnlyError always */
  async authorizePayment(): Promise<AuthorizePaymentOutput> {
    throw new TillOnlyError(WHAT, "Take the money at the till")
  }

  /** @throws TillOnlyError always: it is paid already */
  async capturePayment(): Promise<CapturePaymentOutput> {
    throw new TillOnlyError(WHAT, "It is paid already, or else take the money at the till")
  }

  /** @throws TillOnlyError always */
  async refundPayment(): Promise<RefundPaymentOutput> {
    throw new TillOnlyError(WHAT, "Refund it at the till")
  }

  /** @throws TillOnlyError always */
  async cancelPayment(): Promise<CancelPaymentOutput> {
    throw new TillOnlyError(WHAT, "Refund all of it at the till")
  }

  /** @throws TillOnlyError always */
  async deletePayment(): Promise<DeletePaymentOutput> {
    throw new TillOnlyError(WHAT, "Refund all of it at the till")
  }

  async getPaymentStatus({ data }: GetPaymentStatusInput): Promise<GetPaymentStatusOutput> {
    return { status: PaymentSessionStatus.CAPTURED, ...(data ? { data } : {}) }
  }

  /** What the mirror wrote of it: there is nobody else to ask. */
  async retrievePayment({ data }: RetrievePaymentInput): Promise<RetrievePaymentOutput> {
    return data ? { data } : {}
  }

  /** The service's notifications come through the plugin's own door. */
  async getWebhookActionAndData(): Promise<WebhookActionResult> {
    return { action: PaymentActions.NOT_SUPPORTED }
  }
}

/** The provider of one means of payment: Medusa knows a provider by its class. */
export function tillPaymentProvider(means: PaymentMeans): typeof TillPaymentProvider {
  return class extends TillPaymentProvider {
    static override identifier = means
  }
}
