import {
  AbstractPaymentProvider,
  ModuleProvider,
  Modules,
  PaymentActions,
  PaymentSessionStatus,
} from "@medusajs/framework/utils"
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
import { PAYMENT_MEANS, type PaymentMeans } from "../../contract/receipts"
import { PosOnlyError } from "../pos-only-error"

const WHAT = "A payment at the register"

/**
 * A read-only provider of payments taken at a register. It rejects everything that would start, move or refund money,
 * also when the store's own code calls it. The error says what to do at the register.
 */
class PosPaymentProvider extends AbstractPaymentProvider {
  constructor(cradle: Record<string, unknown>) {
    super(cradle)
  }

  /** @throws PosOnlyError always: it is not available in the online store */
  async initiatePayment(): Promise<InitiatePaymentOutput> {
    throw new PosOnlyError(WHAT, "Take the money at the register")
  }

  /** @throws PosOnlyError always */
  async updatePayment(): Promise<UpdatePaymentOutput> {
    throw new PosOnlyError(WHAT, "Refund it at the register and sell what is right")
  }

  /** @throws PosOnlyError always */
  async authorizePayment(): Promise<AuthorizePaymentOutput> {
    throw new PosOnlyError(WHAT, "Take the money at the register")
  }

  /** @throws PosOnlyError always: it is already paid */
  async capturePayment(): Promise<CapturePaymentOutput> {
    throw new PosOnlyError(WHAT, "It is paid already, or else take the money at the register")
  }

  /** @throws PosOnlyError always */
  async refundPayment(): Promise<RefundPaymentOutput> {
    throw new PosOnlyError(WHAT, "Refund it at the register")
  }

  /** @throws PosOnlyError always */
  async cancelPayment(): Promise<CancelPaymentOutput> {
    throw new PosOnlyError(WHAT, "Refund all of it at the register")
  }

  /** @throws PosOnlyError always */
  async deletePayment(): Promise<DeletePaymentOutput> {
    throw new PosOnlyError(WHAT, "Refund all of it at the register")
  }

  async getPaymentStatus({ data }: GetPaymentStatusInput): Promise<GetPaymentStatusOutput> {
    return { status: PaymentSessionStatus.CAPTURED, data }
  }

  /** Returns the data that the import stored, which is the only source. */
  async retrievePayment({ data }: RetrievePaymentInput): Promise<RetrievePaymentOutput> {
    return data ? { data } : {}
  }

  /** The POS's notifications arrive at the plugin's own webhook endpoint. */
  async getWebhookActionAndData(): Promise<WebhookActionResult> {
    return { action: PaymentActions.NOT_SUPPORTED }
  }
}

/** Creates the provider class of one payment method, because Medusa identifies a provider by its class. */
function createPosPaymentProvider(means: PaymentMeans): typeof PosPaymentProvider {
  return class extends PosPaymentProvider {
    static override identifier = means
  }
}

/**
 * The payment providers of registers, one per payment method, so that an order shows how it was paid. One entry of the
 * payment module's `providers` registers all: `{ resolve: "medusa-plugin-pos/providers/payment", id: "pos" }`.
 */
export default ModuleProvider(Modules.PAYMENT, { services: PAYMENT_MEANS.map(createPosPaymentProvider) })
