import { useReceipt } from "../../hooks/receipts/use-receipts"

/** A receipt's number in the trail above its page. */
export const ReceiptCrumb = ({ id }: { id: string }) => {
  const { data } = useReceipt(id)
  return <>{data?.purchase_number ?? id}</>
}
