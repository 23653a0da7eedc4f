import { Button, Container } from "@medusajs/ui"
import { Link } from "react-router-dom"
import { useTexts } from "../../hooks/common/use-texts"
import { useTimeZone } from "../../hooks/connections/use-connections"
import { useReceipt } from "../../hooks/receipts/use-receipts"
import type { FullReceipt } from "../../lib/answers/receipt"
import { Details } from "../common/details"
import { Facts } from "../common/facts"
import { Moment } from "../common/moment"
import { Money } from "../common/money"
import { QueryResult } from "../common/query-result"
import { Section } from "../common/section"
import { Paper } from "./paper"
import { PaperButtons } from "./paper-buttons"
import { ReceiptCustomer } from "./receipt-customer"
import { ReceiptPrivacy } from "./receipt-privacy"
import { ReceiptState } from "./receipt-state"
import { Reason } from "../common/reason"

export const ReceiptPage = ({ id }: { id: string }) => {
  const receipt = useReceipt(id)
  const timeZone = useTimeZone(receipt.data?.connection_id)
  return (
    <QueryResult query={receipt} lines={8}>
      {(shown) => (
        <div className="flex flex-col gap-3 xl:flex-row xl:items-start">
          <Container className="flex flex-col items-center gap-y-4 p-4 sm:p-8 xl:flex-1">
            <Paper receipt={shown} timeZone={timeZone} />
            <PaperButtons receipt={shown} />
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
        title={t("receipts.inShop")}
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
            ...(receipt.state_reason
              ? [{ label: t("receipts.why"), value: <Reason text={receipt.state_reason} /> }]
              : []),
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
