import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import type { ActivityKind } from "../contract/activity"
import { POS_MODULE } from "../modules/pos"

/** Plain values by name, without secrets. */
export type Facts = Record<string, unknown>

/** The signed-in actor of a request, as Medusa's auth context has it. */
export type Actor = { actor_id: string; actor_type: string }

/** The plugin itself, for actions that a setting triggers. */
export const SYSTEM: Actor = { actor_id: "system", actor_type: "system" }

export type BegunActivity = {
  kind: ActivityKind
  connection_id: string | null
  actor: Actor
  asked: Facts | null
}

/** Records a decision before it is executed, so that none is missing in the log. @returns the row's id */
export async function beginActivity(container: MedusaContainer, activity: BegunActivity): Promise<string> {
  const { actor, ...begun } = activity
  const pos = container.resolve(POS_MODULE)
  const { id } = await pos.createPosActivities({
    ...begun,
    actor_id: actor.actor_id,
    actor_type: actor.actor_type,
    actor_name: await getName(container, actor),
    begun_at: await pos.now(),
  })
  return id
}

export type EndedActivity = {
  id: string
  connection_id: string | null
  state: "done" | "failed"
  before: Facts | null
  after: Facts | null
}

/** Records the outcome of a decision, with the values that changed. */
export async function endActivity(container: MedusaContainer, ended: EndedActivity): Promise<void> {
  const { before, after, ...known } = ended
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name])
  )
  const differing = (facts: Facts | null) =>
    names.length > 0 ? Object.fromEntries(names.map((name) => [name, facts?.[name] ?? null])) : null
  await container
    .resolve(POS_MODULE)
    .updatePosActivities({ ...known, before: differing(before), after: differing(after) })
}

/** Returns a readable name of an actor; null for actor types that Medusa itself does not know. */
async function getName(container: MedusaContainer, { actor_id, actor_type }: Actor): Promise<string | null> {
  if (actor_type === "user") {
    const [user] = await container.resolve(Modules.USER).listUsers({ id: [actor_id] })
    return user?.email ?? null
  }
  if (actor_type === "api-key") {
    const [key] = await container.resolve(Modules.API_KEY).listApiKeys({ id: [actor_id] })
    return key?.title ?? null
  }
  return null
}
