import { useParams } from "react-router-dom"
import { ReceiptPage } from "../../../../components/receipts/receipt-page"

/** One receipt, as the paper that the customer has. */
const OneReceipt = () => {
  const { id = "" } = useParams()
  return <ReceiptPage id={id} />
}

export const handle = { breadcrumb: ({ params }: { params: { id?: string } }) => params.id ?? "" }

export default OneReceipt
