import { RadioGroup } from "@medusajs/ui"
import { useState } from "react"
import { useTexts } from "../../hooks/common/use-texts"
import { type Attached, useAttachCustomer } from "../../hooks/receipts/use-attach-customer"
import { useCustomers } from "../../hooks/shop/use-customers"
import { type Customer, customerName } from "../../lib/answers/customer"
import type { FullReceipt } from "../../lib/answers/receipt"
import { Failure } from "../common/failure"
import { FormDrawer } from "../common/form-drawer"
import { TextField } from "../common/text-field"

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

const NEW = "new"

/** Gives a receipt to a customer of the shop, who is found by name or address, or to whoever gets one by their address. */
export const AttachCustomer = ({ receipt }: { receipt: FullReceipt }) => {
  const { t } = useTexts()
  const [searched, setSearched] = useState("")
  const [chosen, setChosen] = useState("")
  const customers = useCustomers(searched.trim())
  const attach = useAttachCustomer(receipt.id)
  const found = customers.data ?? []
  const address = searched.trim()
  const isNew = ADDRESS.test(address) && customers.isSuccess && !found.some(({ email }) => isSame(email, address))
  const wanted = wantedOf(chosen, found, isNew ? address : null)
  return (
    <FormDrawer
      opens={t(receipt.customer ? "receipts.customer.change" : "receipts.customer.attach")}
      disabled={receipt.order_id === null}
      title={t("receipts.customer.attach")}
      hint={t("receipts.customer.hint")}
      saves={t("receipts.customer.save")}
      canSave={wanted !== null}
      saved={t("receipts.customer.attached")}
      saving={attach}
      onSave={(onSuccess) => wanted && attach.mutate({ ...wanted, replace: receipt.customer !== null }, { onSuccess })}
      onShow={() => {
        setSearched("")
        setChosen("")
      }}
    >
      <TextField label={t("receipts.customer.find")} value={searched} onChange={setSearched} />
      {customers.error && <Failure error={customers.error} />}
      <RadioGroup aria-label={t("receipts.customer.title")} value={chosen} onValueChange={setChosen}>
        {found.map((customer) => (
          <RadioGroup.ChoiceBox
            key={customer.id}
            value={customer.id}
            label={customerName(customer)}
            description={customer.email ?? ""}
          />
        ))}
        {isNew && <RadioGroup.ChoiceBox value={NEW} label={t("receipts.customer.new")} description={searched.trim()} />}
      </RadioGroup>
    </FormDrawer>
  )
}

const isSame = (one: string | null, other: string) => one?.toLowerCase() === other.toLowerCase()

function wantedOf(chosen: string, found: Customer[], address: string | null): Attached | null {
  if (chosen === NEW) {
    return address === null ? null : { email: address }
  }
  return found.some(({ id }) => id === chosen) ? { customer_id: chosen } : null
}
