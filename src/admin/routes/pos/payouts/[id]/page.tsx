import { useParams } from "react-router-dom"
import { PayoutCrumb } from "../../../../components/payouts/payout-crumb"
import { PosPage } from "../../../../components/common/pos-page"
import { PayoutPage } from "../../../../components/payouts/payout-page"

/** One payout with every sale that is in it. */
const OnePayout = () => {
  const { id = "" } = useParams()
  return (
    <PosPage>
      <PayoutPage id={id} />
    </PosPage>
  )
}

export const handle = {
  breadcrumb: ({ params }: { params: { id?: string } }) => <PayoutCrumb id={params.id ?? ""} />,
}

export default OnePayout
