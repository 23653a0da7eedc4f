import { useParams } from "react-router-dom"
import { ConnectionCrumb } from "../../../../components/connections/connection-crumb"
import { PosPage } from "../../../../components/common/pos-page"
import { ConnectionSettings } from "../../../../components/connections/connection-settings"

/** Settings › Point of sale › one connection. */
const OneConnection = () => {
  const { id = "" } = useParams()
  return (
    <PosPage>
      <ConnectionSettings id={id} />
    </PosPage>
  )
}

export const handle = {
  breadcrumb: ({ params }: { params: { id?: string } }) => <ConnectionCrumb id={params.id ?? ""} />,
}

export default OneConnection
