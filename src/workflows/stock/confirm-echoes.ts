import { confirmMovements, findNamed, type NamedMovement } from "../../modules/pos/queries/stock/sent-stock"
import type { Sql } from "../../modules/pos/database/sql"
import { subtractBalances } from "../../translate/stock"
import { isInReadLevel, type Judged } from "./judge-movements"

const isGivenUp = ({ state }: NamedMovement) => state === "presumed-lost" || state === "refused"

/**
 * What an echo names was applied, whatever was thought of it. Where the movement was given up, and a comparison has taken
 * it for one of the counter's since, so that the shop followed it, the shop gets it back. The caller holds the links.
 * @returns what the shop gets back
 */
export async function confirmEchoes(sql: Sql, connectionId: string, echoes: Judged[]): Promise<Judged[]> {
  if (echoes.length === 0) {
    return []
  }
  const named = await findNamed(
    sql,
    connectionId,
    echoes.flatMap(({ movement: { identifier }, link }) =>
      identifier === null ? [] : [{ identifier, variant_link_id: link.id }]
    )
  )
  const pairs = named.flatMap((sent) => {
    const echo = echoes.find(
      ({ movement, link }) => movement.identifier === sent.identifier && link.id === sent.variant_link_id
    )
    return echo ? [{ sent, echo }] : []
  })
  const isInLevel = ({ sent, echo: { movement, link } }: (typeof pairs)[number]) =>
    isGivenUp(sent) && sent.read_since && isInReadLevel(movement, link)
  const followed = pairs.filter((pair) => isInLevel(pair) && pair.sent.decision === "trust-pos")
  const idsOf = (some: typeof pairs) => some.map(({ sent }) => sent.id)
  await confirmMovements(sql, idsOf(pairs.filter((pair) => !isInLevel(pair))))
  await confirmMovements(sql, idsOf(followed), true)
  return followed.map(({ sent, echo: { movement, link } }): Judged => {
    const back = subtractBalances(0, sent.change)
    return {
      ...{ link, judgement: "moves", echo: null },
      movement: {
        ...{ naturalKey: `returned:${sent.id}`, variantUuid: movement.variantUuid, kind: "corrected" },
        ...{ change: back, shopChange: back, before: null, balanceAfter: null, identifier: null },
        occurredAt: movement.occurredAt,
      },
    }
  })
}
