import type { DataTableRowSelectionState } from "@medusajs/ui"
import { useState } from "react"
import { useCandidates } from "../../hooks/candidates/use-candidates"
import { useListParams } from "../../hooks/common/use-list-params"
import { useTexts } from "../../hooks/common/use-texts"
import type { Connection } from "../../lib/answers/connection"
import { List } from "../common/list"
import { useCandidateColumns, useCandidateFilters } from "./candidate-columns"
import { useCandidateCommands } from "./candidate-commands"

export const CandidatesPage = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const { limit, offset, q, filter } = useListParams()
  const [selected, setSelected] = useState<DataTableRowSelectionState>({})
  const candidates = useCandidates({
    ...{ connection_id: connection.id, limit, offset },
    state: filter("state") ?? "open",
    ...(q === "" ? {} : { q }),
  })
  const rows = candidates.data?.product_candidates
  const columns = useCandidateColumns(connection)
  const filters = useCandidateFilters()
  const commands = useCandidateCommands(connection.id, rows ?? [], () => setSelected({}))
  return (
    <List
      heading={t("menu.candidates")}
      subHeading={t("candidates.hint")}
      query={candidates}
      rows={rows}
      counted={candidates.data}
      columns={columns}
      filters={filters}
      commands={commands}
      enableSearch
      rowSelection={{ state: selected, onRowSelectionChange: setSelected }}
      empty={{ heading: t("candidates.empty.title"), description: t("candidates.empty.hint") }}
    />
  )
}
