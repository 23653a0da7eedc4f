import { BigNumber } from "bignumber.js"
import type { PosMovement } from "../../modules/pos/pos-movement"
import type { Sql } from "../../modules/pos/database/sql"
import type { ClassifiedLink } from "./ledger"
import {
  confirmMovements,
  findNamed,
  findSendingSince,
  findSentMovements,
  type NamedMovement,
  type SentMovement,
  UNNAMED,
} from "./outbound-movements"
import { subtractBalances } from "./rules"

/** `echo`: our own movement comes back; `known`: a level that the ledger read includes it; `moves`: stock moves. */
export type MovementClassification = "echo" | "known" | "moves"

/** A movement of the POS, its classification, and the movement that it is an echo of. */
export type ClassifiedMovements = {
  movement: PosMovement
  link: ClassifiedLink
  classification: MovementClassification
  echo: Echo | null
}

/** The POS's timestamps are in whole seconds, and calls take time. */
const BLUR_MS = 10_000

/**
 * Classifies a movement. When tracking is switched on at the POS, it sends a change from nothing to the level that was
 * typed in. That level is no delivery: counting it as one would double the stock. It begins the ledger, whether it
 * comes before the level was read (the variant is not tracked yet) or after (the level that was read includes it). The
 * same holds for a late notification of a movement whose level a reconciliation has already read.
 */
export function classifyMovements(
  movement: PosMovement,
  link: ClassifiedLink,
  isEcho: boolean
): MovementClassification {
  if (isEcho) {
    return "echo"
  }
  if (movement.kind !== "mirrored") {
    return "moves"
  }
  if (isInReadLevel(movement, link)) {
    return "known"
  }
  if (!link.tracked) {
    return new BigNumber(movement.before ?? 0).isZero() ? "known" : "moves"
  }
  return "moves"
}

/** Whether the level that was last read from the POS already includes a movement. */
function isInReadLevel(movement: PosMovement, link: ClassifiedLink): boolean {
  if (link.read_level === null || link.read_at === null) {
    return false
  }
  const afterRead = movement.occurredAt.getTime() - link.read_at.getTime()
  if (Math.abs(afterRead) > BLUR_MS) {
    return afterRead < 0
  }
  // Both happened at about the same time: the levels show which came first.
  if (!link.moved_since_read && isLevel(movement.balanceAfter, link.read_level)) {
    return true
  }
  return !isLevel(movement.before, link.read_level) && afterRead < 0
}

/** Whether a movement led to the level that was read at about the same time, which may therefore include it. */
export function mayHaveLedToReadLevel(movement: PosMovement, link: ClassifiedLink): boolean {
  return (
    link.read_level !== null &&
    link.read_at !== null &&
    Math.abs(movement.occurredAt.getTime() - link.read_at.getTime()) <= BLUR_MS &&
    isLevel(movement.balanceAfter, link.read_level)
  )
}

function isLevel(balance: string | null, level: string): boolean {
  return balance !== null && new BigNumber(balance).isEqualTo(level)
}

/**
 * An incoming echo of our own movement: the identifier under which the ledger stores it, and whether it is new
 * information that the movement was applied.
 */
type Echo = { identifier: string; confirms: boolean }

/**
 * Finds echoes of our own movements among incoming ones, with the identifier under which the ledger stores each. An
 * echo normally names the identifier that was sent. An unnamed movement is taken for the echo of one of ours of the
 * last days that it equals and that has no echo yet. If the named echo comes later, the two change places: the unnamed
 * one was the POS's own movement and is counted now. Of movements whose outcome is unknown only a named echo confirms
 * anything. An equal unnamed movement may be a sale that only suggests that ours was applied.
 */
export async function recognizeEchoes(
  sql: Sql,
  connectionId: string,
  movements: PosMovement[]
): Promise<Map<PosMovement, Echo>> {
  const unnamed = movements.filter(({ identifier }) => identifier === null)
  const sentMovements = await findSentMovements(sql, {
    connectionId,
    named: movements.flatMap(({ identifier, variantUuid }) =>
      identifier === null ? [] : [{ identifier, variant_uuid: variantUuid }]
    ),
    unnamedVariantUuids: unnamed.map(({ variantUuid }) => variantUuid),
  })
  const echoes = new Map<PosMovement, Echo>()
  for (const movement of movements.filter(({ kind }) => kind === "mirrored")) {
    const ours = sentMovements.find((candidate) => isEchoOf(movement, candidate))
    if (ours && movement.identifier !== null) {
      if (ours.named || !ours.unnamed) {
        echoes.set(movement, { identifier: movement.identifier, confirms: ours.state !== "applied" })
      }
      ours.named = true
    } else if (ours) {
      ours.unnamed = true
      echoes.set(movement, { identifier: `${UNNAMED}${ours.identifier}`, confirms: false })
    }
  }
  return echoes
}

const isCertain = ({ state }: SentMovement) => state === "applied"

function isEchoOf(movement: PosMovement, sent: SentMovement): boolean {
  if (movement.variantUuid !== sent.variant_uuid) {
    return false
  }
  return movement.identifier === null
    ? isCertain(sent) && !sent.named && !sent.unnamed && new BigNumber(movement.change).isEqualTo(sent.change)
    : movement.identifier === sent.identifier
}

const isGivenUp = ({ state }: NamedMovement) => state === "presumed-lost" || state === "refused"

/**
 * Confirms the movements that echoes name: they were applied, even if they were presumed lost. If a movement was given
 * up, and a comparison has since followed it as a change of the POS, the store gets that change back. The caller holds
 * locks on the links.
 * @returns the changes that the store gets back
 */
export async function confirmEchoes(
  sql: Sql,
  connectionId: string,
  echoes: ClassifiedMovements[]
): Promise<ClassifiedMovements[]> {
  if (echoes.length === 0) {
    return []
  }
  const namedMovements = await findNamed(
    sql,
    connectionId,
    echoes.flatMap(({ movement: { identifier }, link }) =>
      identifier === null ? [] : [{ identifier, variant_link_id: link.id }]
    )
  )
  const pairs = namedMovements.flatMap((sent) => {
    const echo = echoes.find(
      ({ movement, link }) => movement.identifier === sent.identifier && link.id === sent.variant_link_id
    )
    return echo ? [{ sent, echo }] : []
  })
  const isInLevel = ({ sent, echo: { movement, link } }: (typeof pairs)[number]) =>
    isGivenUp(sent) && sent.read_since && isInReadLevel(movement, link)
  const followed = pairs.filter((pair) => isInLevel(pair) && pair.sent.decision === "trust-pos")
  const toIds = (some: typeof pairs) => some.map(({ sent }) => sent.id)
  await confirmMovements(sql, toIds(pairs.filter((pair) => !isInLevel(pair))))
  await confirmMovements(sql, toIds(followed), true)
  return followed.map(({ sent, echo: { movement, link } }): ClassifiedMovements => {
    const back = subtractBalances(0, sent.change)
    return {
      link,
      classification: "moves",
      echo: null,
      movement: {
        naturalKey: `returned:${sent.id}`,
        variantUuid: movement.variantUuid,
        kind: "corrected",
        change: back,
        storeChange: back,
        before: null,
        balanceAfter: null,
        identifier: null,
        occurredAt: movement.occurredAt,
      },
    }
  })
}

/** A call ends within this time; one that has not needs a check of its outcome. */
const CALL_MS = 10_000

/**
 * Finds unnamed incoming movements that equal one of ours whose call has not ended. Each is either our echo, which may
 * come before the response, or a sale; this is known when the call has ended.
 */
export async function findEarlyEchoes(
  sql: Sql,
  connectionId: string,
  movements: PosMovement[],
  now: Date
): Promise<Set<PosMovement>> {
  const unnamed = movements.filter(({ identifier }) => identifier === null)
  if (unnamed.length === 0) {
    return new Set()
  }
  const sending = await findSendingSince(sql, {
    connectionId,
    variantUuids: [...new Set(unnamed.map(({ variantUuid }) => variantUuid))],
    since: new Date(now.getTime() - CALL_MS),
  })
  return new Set(
    unnamed.filter((movement) =>
      sending.some(
        ({ variant_uuid, change }) =>
          variant_uuid === movement.variantUuid && subtractBalances(change, movement.change) === "0"
      )
    )
  )
}
