import { useActivities } from "../../hooks/activities/use-activities"
import { useListParams } from "../../hooks/common/use-list-params"
import { useTexts } from "../../hooks/common/use-texts"
import type { Connection } from "../../lib/answers/connection"
import { List } from "../common/list"
import { useActivityColumns } from "./activity-columns"

/** Who decided what of a connection, and when. */
export const ActivityList = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const { limit, offset } = useListParams()
  const activities = useActivities({ connection_id: connection.id, limit, offset })
  const columns = useActivityColumns(connection.time_zone)
  return (
    <div id="activities">
      <List
        heading={t("activities.title")}
        headingLevel="h2"
        subHeading={t("activities.hint")}
        action={{ label: t("activities.export"), to: `/pos/payouts?connection=${connection.id}` }}
        query={activities}
        rows={activities.data?.activities}
        counted={activities.data}
        columns={columns}
        empty={{ heading: t("activities.empty"), description: t("activities.hint") }}
      />
    </div>
  )
}
