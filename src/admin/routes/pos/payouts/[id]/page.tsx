import { useParams } from "react-router-dom"
import { Moment } from "../../../../components/common/figures"
import { PosPage } from "../../../../components/common/pos-page"
import { PayoutPage } from "../../../../components/payouts/payout-page"
import { useTimeZone } from "../../../../hooks/connections/use-connections"
import { usePayout } from "../../../../hooks/finance/use-finance"

/** A payout's time in the trail above its page. */
const PayoutCrumb = ({ id }: { id: string }) => {
  const { data } = usePayout(id)
  const timeZone = useTimeZone(data?.connection_id)
  return data ? <Moment at={data.occurred_at} timeZone={timeZone} /> : <>{id}</>
}

/** One payout with every sale that is in it. */
const OnePayout = () => {
  const { id = "" } = useParams()
  return (
    <PosPage needs="finance">
      <PayoutPage id={id} />
    </PosPage>
  )
}

export const handle = {
  breadcrumb: ({ params }: { params: { id?: string } }) => <PayoutCrumb id={params.id ?? ""} />,
}

export default OnePayout
