import { useTimeZone } from "../../hooks/connections/use-connections"
import { usePayout } from "../../hooks/payouts/use-payouts"
import { Moment } from "../common/moment"

/** A payout's time in the trail above its page. */
export const PayoutCrumb = ({ id }: { id: string }) => {
  const { data } = usePayout(id)
  const timeZone = useTimeZone(data?.connection_id)
  return data ? <Moment at={data.occurred_at} timeZone={timeZone} /> : <>{id}</>
}
