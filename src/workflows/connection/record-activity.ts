import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../modules/pos"
import type { ActivityKind } from "../../vocabulary/activity"

/** Plain values by name, none of them secret. */
export type Facts = Record<string, unknown>

/** Who is signed in, as Medusa tells a route. */
export type Actor = { actor_id: string; actor_type: string }

/** The plugin itself, where it settles something by a setting. */
export const SYSTEM: Actor = { actor_id: "system", actor_type: "system" }

export type BegunActivity = {
  kind: ActivityKind
  connection_id: string | null
  actor: Actor
  asked: Facts | null
}

/** Keeps a decision before it is carried out, so that none is without its row. Returns the row's id. */
export async function beginActivity(container: MedusaContainer, activity: BegunActivity): Promise<string> {
  const { actor, ...begun } = activity
  const pos = container.resolve(POS_MODULE)
  const { id } = await pos.createPosActivities({
    ...begun,
    actor_id: actor.actor_id,
    actor_type: actor.actor_type,
    actor_name: await nameOf(container, actor),
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

/** Keeps how a decision ended: of what it was to change, what differs. */
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

/** What people call who is signed in; null for a kind of actor that Medusa itself does not know. */
async function nameOf(container: MedusaContainer, { actor_id, actor_type }: Actor): Promise<string | null> {
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
