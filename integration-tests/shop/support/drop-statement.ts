import type { Sql } from "../../../src/modules/pos/database/sql"
import { PosModuleService } from "../../../src/modules/pos/service"

/** Statements by which a worker says how its work ended. */
export const ENDINGS = {
  notifications: /^UPDATE pos_inbox_entry AS entry SET\s+state = result\.state/,
  stock: /stock_error = result\.reason/,
} as const

const lost = new WeakMap<PosModuleService, RegExp[]>()

/** As if the process had died before it ran a statement: the next of its kind does nothing. Ends with jest's mocks. */
export function dropStatement(pos: PosModuleService, statement: RegExp): void {
  if (jest.isMockFunction(pos.query)) {
    lost.get(pos)?.push(statement)
    return
  }
  const pending = [statement]
  lost.set(pos, pending)
  const losing =
    (sql: Sql): Sql =>
    async (row, text, bindings) => {
      const index = pending.findIndex((item) => item.test(text))
      if (index >= 0) {
        pending.splice(index, 1)
        return []
      }
      return sql(row, text, bindings)
    }
  const query = PosModuleService.prototype.query.bind(pos)
  jest
    .spyOn(pos, "query")
    .mockImplementation(async (run) => query(async (sql, now, context) => run(losing(sql), now, context)))
}
