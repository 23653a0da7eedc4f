import { useParams } from "react-router-dom"
import { Crumb } from "../../../../../components/common/crumb"
import { PosPage } from "../../../../../components/common/pos-page"
import { PlanPage } from "../../../../../components/plan/plan-page"

/** How the store's products meet those that the POS already has. */
const Plan = () => {
  const { id = "" } = useParams()
  return (
    <PosPage>
      <PlanPage connectionId={id} />
    </PosPage>
  )
}

export const handle = { breadcrumb: () => <Crumb name="plan" /> }

export default Plan
