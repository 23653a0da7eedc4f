import { Text } from "@medusajs/ui"
import { Link } from "react-router-dom"
import { useTexts } from "../../hooks/common/use-texts"
import { type Customer, customerName } from "../../lib/answers/customer"
import type { FullReceipt } from "../../lib/answers/receipt"
import { Section } from "../common/section"
import { AttachCustomer } from "./attach-customer"
import { DetachCustomer } from "./detach-customer"

/** Whose the receipt is, and the way to give it to somebody. */
export const ReceiptCustomer = ({ receipt }: { receipt: FullReceipt }) => {
  const { t } = useTexts()
  const { customer, order_id: orderId } = receipt
  return (
    <Section
      title={t("receipts.customer.title")}
      actions={
        <>
          <DetachCustomer receipt={receipt} />
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
