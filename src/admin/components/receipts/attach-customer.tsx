import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { RadioGroup } from "@medusajs/ui"
import { useState } from "react"
import { useTexts } from "../../hooks/common/use-texts"
import { type Attached, type FullReceipt, useAttachCustomer } from "../../hooks/receipts/use-receipts"
import { type Customer, customerName, customersAnswerSchema } from "../../hooks/store/use-store-choices"
import { ask } from "../../lib/http/client"
import { posKeys } from "../../lib/http/query-keys"
import { Failure } from "../common/failure"
import { TextField } from "../common/fields"
import { FormDrawer } from "../common/form-drawer"

/** Fewer letters are in too many names. */
const FEWEST_LETTERS = 2

const MOST = 8

/** The store's customers whose name or address has what was searched for. */
function useCustomers(searched: string) {
  return useQuery({
    queryKey: posKeys.customers(searched),
    queryFn: () =>
      ask(customersAnswerSchema, "/admin/customers", {
        query: { q: searched, limit: MOST, fields: "id,email,first_name,last_name" },
      }),
    select: ({ customers }) => customers,
    placeholderData: keepPreviousData,
    enabled: searched.length >= FEWEST_LETTERS,
  })
}

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

const NEW = "new"

/** Gives a receipt to a customer of the store, who is found by name or address, or is created with an address. */
export const AttachCustomer = ({ receipt }: { receipt: FullReceipt }) => {
  const { t } = useTexts()
  const [searched, setSearched] = useState("")
  const [chosen, setChosen] = useState("")
  const customers = useCustomers(searched.trim())
  const attach = useAttachCustomer(receipt.id)
  const customersFound = customers.data ?? []
  const address = searched.trim()
  const isNew =
    ADDRESS.test(address) && customers.isSuccess && !customersFound.some(({ email }) => isSame(email, address))
  const chosenCustomer = findCustomer(chosen, customersFound, isNew ? address : null)
  return (
    <FormDrawer
      needs="operate"
      opens={t(receipt.customer ? "receipts.customer.change" : "receipts.customer.attach")}
      disabled={receipt.order_id === null}
      title={t("receipts.customer.attach")}
      hint={t("receipts.customer.hint")}
      saves={t("receipts.customer.save")}
      canSave={chosenCustomer !== null}
      saved={t("receipts.customer.attached")}
      saving={attach}
      onSave={(onSuccess) =>
        chosenCustomer && attach.mutate({ ...chosenCustomer, replace: receipt.customer !== null }, { onSuccess })
      }
      onShow={() => {
        setSearched("")
        setChosen("")
      }}
    >
      <TextField label={t("receipts.customer.find")} value={searched} onChange={setSearched} />
      {customers.error && <Failure error={customers.error} />}
      <RadioGroup aria-label={t("receipts.customer.title")} value={chosen} onValueChange={setChosen}>
        {customersFound.map((customer) => (
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

const isSame = (left: string | null, right: string) => left?.toLowerCase() === right.toLowerCase()

function findCustomer(chosen: string, found: Customer[], address: string | null): Attached | null {
  if (chosen === NEW) {
    return address === null ? null : { email: address }
  }
  return found.some(({ id }) => id === chosen) ? { customer_id: chosen } : null
}
