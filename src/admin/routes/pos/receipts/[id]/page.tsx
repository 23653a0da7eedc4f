import { useParams } from "react-router-dom"
import { ReceiptCrumb } from "../../../../components/receipts/receipt-crumb"
import { PosPage } from "../../../../components/common/pos-page"
import { ReceiptPage } from "../../../../components/receipts/receipt-page"

/** One receipt, as the paper that the customer has. */
const OneReceipt = () => {
  const { id = "" } = useParams()
  return (
    <PosPage>
      <ReceiptPage id={id} />
    </PosPage>
  )
}

export const handle = {
  breadcrumb: ({ params }: { params: { id?: string } }) => <ReceiptCrumb id={params.id ?? ""} />,
}

export default OneReceipt
