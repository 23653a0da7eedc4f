import { fragment } from "../../database/page"
import { idRowSchema, type Sql } from "../../database/sql"
import { askAll, some } from "./ask-all"

/** Connections with runs under way of kinds that go piece by piece. */
export async function findRunning(sql: Sql, kinds: string[]): Promise<string[]> {
  const { statement, bindings } = askAll({
    runs: fragment(
      some(
        `SELECT 1 FROM pos_run AS run WHERE run.connection_id = connection.id AND run.state = 'running' AND run.kind = ANY(?)
           AND run.deleted_at IS NULL`
      ),
      kinds
    ),
  })
  return (await sql(idRowSchema, statement, bindings)).map(({ id }) => id)
}
