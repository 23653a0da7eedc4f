import { useParams } from "react-router-dom"
import { PayoutCrumb } from "../../../../components/payouts/payout-crumb"
import { PayoutPage } from "../../../../components/payouts/payout-page"

/** One payout with every sale that is in it. */
const OnePayout = () => {
  const { id = "" } = useParams()
  return <PayoutPage id={id} />
}

export const handle = {
  breadcrumb: ({ params }: { params: { id?: string } }) => <PayoutCrumb id={params.id ?? ""} />,
}

export default OnePayout
