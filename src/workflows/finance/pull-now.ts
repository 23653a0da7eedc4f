import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../modules/pos"
import { type AccountRow, findAccount } from "../../modules/pos/queries/finance/accounts"
import type { AccountTypeGroup } from "../../pos-api/contract"
import { FinanceError } from "./finance-errors"
import { openAccountOf, pullAccount, type Pulled, pullPeriod } from "./pull-account"
import { reasonOf } from "../queue/reason-of"

type PullNowInput = {
  connectionId: string
  group: AccountTypeGroup
  period: { from: Date; to: Date } | null
}

/**
 * Pulls when a person asks for it: a period while they wait, or what is new in the background.
 * @throws FinanceError when the period is still to come, ConnectionNotFoundError
 */
export async function pullNow(
  container: MedusaContainer,
  input: PullNowInput
): Promise<{ account: AccountRow; pulled: Pulled | null }> {
  const pos = container.resolve(POS_MODULE)
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  const { id } = await pos.findConnection(input.connectionId)
  const account = await openAccountOf(container, id, input.group)
  if (input.period === null) {
    pullAccount(container, id, input.group).catch((error: unknown) =>
      logger.error(`pos: connection ${id}: ${reasonOf(error)}`)
    )
    return { account, pulled: null }
  }
  const now = await pos.now()
  if (input.period.to > now) {
    throw new FinanceError("badPeriod", `The period ends after now, ${now.toISOString()}. Choose one that is over.`)
  }
  const pulled = await pullPeriod(container, account, { start: input.period.from, end: input.period.to })
  return { account: (await pos.query((sql) => findAccount(sql, account.id))) ?? account, pulled }
}
