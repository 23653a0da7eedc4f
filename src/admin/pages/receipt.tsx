import { Container, Text } from "@medusajs/ui"
import { Link, useParams } from "react-router-dom"
import { Button } from "../components/common/button"
import { Facts, Moment, Money } from "../components/common/figures"
import { PosPage } from "../components/common/pos-page"
import { QuestionButton } from "../components/common/question"
import { Reason } from "../components/common/reason"
import { Details, Section } from "../components/common/section"
import { QueryResult } from "../components/common/states"
import { AttachCustomer } from "../components/receipts/attach-customer"
import { DocumentButtons, Paper } from "../components/receipts/document"
import { ReceiptState } from "../components/receipts/receipt-link"
import { useToasts } from "../hooks/common/use-mutation-toasts"
import { useTexts } from "../hooks/common/use-texts"
import { useTimeZone } from "../hooks/connections/use-connections"
import { type FullReceipt, useDetachCustomer, useEraseReceipt, useReceipt } from "../hooks/receipts/use-receipts"
import { type Customer, customerName } from "../hooks/store/use-store-choices"
import { formatTime } from "../lib/format/time"
import { Restricted } from "../components/common/restricted"

/** The personal data of a receipt, and the action that erases it early. */
const ReceiptPrivacy = ({ receipt, timeZone }: { receipt: FullReceipt; timeZone: string | null }) => {
  const { t, language } = useTexts()
  const { details_erased_at: erasedAt } = receipt
  return (
    <Section
      title={t("receipts.privacy.title")}
      actions={
        !erasedAt && (
          <Restricted to="manage">
            <EraseReceipt id={receipt.id} />
          </Restricted>
        )
      }
    >
      <Text size="small" className="text-ui-fg-subtle px-6 py-4">
        {erasedAt
          ? t("receipts.privacy.erased", { at: formatTime(erasedAt, language, timeZone) })
          : t("receipts.privacy.kept")}
      </Text>
    </Section>
  )
}

const EraseReceipt = ({ id }: { id: string }) => {
  const { t } = useTexts()
  const toasts = useToasts()
  const erase = useEraseReceipt(id)
  const eraseNow = () =>
    erase.mutate(undefined, {
      onSuccess: () => toasts.succeeded(t("receipts.privacy.done")),
      onError: toasts.failed,
    })
  return (
    <QuestionButton
      action={t("receipts.privacy.erase")}
      title={t("receipts.privacy.question")}
      isLoading={erase.isPending}
      onConfirm={eraseNow}
    >
      {t("receipts.privacy.consequences")}
    </QuestionButton>
  )
}

/** Takes a receipt from its customer, after a question; nothing while it is nobody's. */
const DetachCustomer = ({ receipt: { id, customer } }: { receipt: FullReceipt }) => {
  const { t } = useTexts()
  const toasts = useToasts()
  const detach = useDetachCustomer(id)
  if (!customer) {
    return null
  }
  const detachNow = () =>
    detach.mutate(undefined, {
      onSuccess: () => toasts.succeeded(t("receipts.customer.detached")),
      onError: toasts.failed,
    })
  return (
    <QuestionButton
      action={t("receipts.customer.detach")}
      title={t("receipts.customer.detachQuestion")}
      isLoading={detach.isPending}
      onConfirm={detachNow}
    >
      {t("receipts.customer.detachHint")}
    </QuestionButton>
  )
}

/** Whose the receipt is, and the way to give it to somebody. */
const ReceiptCustomer = ({ receipt }: { receipt: FullReceipt }) => {
  const { t } = useTexts()
  const { customer, order_id: orderId } = receipt
  return (
    <Section
      title={t("receipts.customer.title")}
      actions={
        <>
          {receipt.customer && (
            <Restricted to="operate">
              <DetachCustomer receipt={receipt} />
            </Restricted>
          )}
          <AttachCustomer receipt={receipt} />
        </>
      }
    >
      <Text as="div" size="small" className="text-ui-fg-subtle px-6 py-4">
        {customer && <CustomerLink customer={customer} />}
        {!customer && t(orderId === null ? "receipts.customer.noOrder" : "receipts.customer.nobody")}
      </Text>
    </Section>
  )
}

/** A customer by name and address, with the way to their page in Medusa. */
export const CustomerLink = ({ customer }: { customer: Customer }) => (
  <>
    <Link className="text-ui-fg-base break-words underline" to={`/customers/${customer.id}`}>
      {customerName(customer)}
    </Link>
    {customer.email !== customerName(customer) && <span className="block break-all">{customer.email}</span>}
  </>
)

const ReceiptPage = ({ id }: { id: string }) => {
  const receipt = useReceipt(id)
  const timeZone = useTimeZone(receipt.data?.connection_id)
  return (
    <QueryResult query={receipt} lines={8}>
      {(shown) => (
        <div className="flex flex-col gap-3 xl:flex-row xl:items-start">
          <Container className="flex flex-col items-center gap-y-4 p-4 sm:p-8 xl:flex-1">
            <Paper receipt={shown} timeZone={timeZone} />
            <DocumentButtons receipt={shown} />
          </Container>
          <div className="flex flex-col gap-y-3 xl:w-[400px] xl:shrink-0">
            <ReceiptFacts receipt={shown} timeZone={timeZone} />
            <ReceiptCustomer receipt={shown} />
            <ReceiptPrivacy receipt={shown} timeZone={timeZone} />
          </div>
        </div>
      )}
    </QueryResult>
  )
}

const ReceiptFacts = ({ receipt, timeZone }: { receipt: FullReceipt; timeZone: string | null }) => {
  const { t } = useTexts()
  return (
    <>
      <Section
        title={t("receipts.inStore")}
        actions={
          receipt.order_id && (
            <Button size="small" variant="secondary" asChild>
              <Link to={`/orders/${receipt.order_id}`}>{t("receipts.openOrder")}</Link>
            </Button>
          )
        }
      >
        <Facts
          facts={[
            { label: t("receipts.state"), value: <ReceiptState receipt={receipt} /> },
            receipt.state_reason ? { label: t("receipts.why"), value: <Reason text={receipt.state_reason} /> } : null,
            { label: t("receipts.uuid"), value: <Details>{receipt.purchase_uuid}</Details> },
          ]}
        />
      </Section>
      {receipt.related.length > 0 && (
        <Section title={t(receipt.refund ? "receipts.refundOf" : "receipts.refundedBy")}>
          <ul className="divide-y">
            {receipt.related.map((related) => (
              <li key={related.id} className="txt-compact-small flex justify-between gap-4 px-6 py-3">
                <Link className="text-ui-fg-base underline" to={`/pos/receipts/${related.id}`}>
                  {related.purchase_number ?? t("none")}
                </Link>
                <Moment at={related.sold_at} timeZone={timeZone} />
                <Money amount={related.amount} currency={receipt.currency_code} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}

/** A receipt's number in the trail above its page. */
export const ReceiptCrumb = ({ id }: { id: string }) => {
  const { data } = useReceipt(id)
  return <>{data?.purchase_number ?? id}</>
}

/** One receipt, as the customer's printed copy. */
const OneReceipt = () => {
  const { id = "" } = useParams()
  return (
    <PosPage>
      <ReceiptPage id={id} />
    </PosPage>
  )
}

export default OneReceipt
