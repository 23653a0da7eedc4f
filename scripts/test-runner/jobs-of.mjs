import { groupSuites } from "./group-suites.mjs"
import { pathsOf } from "./paths-of.mjs"

/** Projects of jest whose tests copy the migrated database; the browser's demos do where there is one. */
const NEED_DATABASE = ["shop", "together", "browser"]

/**
 * The processes that a project's tests run in.
 * @param {object} project one of projects.mjs
 * @param {string[]} parameters jest's own, such as a pattern or -t: what is named is run file by file in one process, as
 * it is seldom much
 * @returns {{ name: string, flags: string[], env: Record<string, string>, nodeOptions: string, secondTry: boolean,
 *   needsDatabase: boolean }[]}
 */
export function jobsOf(project, parameters) {
  const { name, project: selected, nodeOptions, env = {} } = project
  // Each has a report of its own, also where several projects have one name.
  const own = name === selected ? name : `${name}-${selected}`
  const job = (suffix, flags, more = {}) => ({
    name: suffix ? `${own}-${suffix}` : own,
    flags: [...flags, ...project.flags],
    env: { ...env, ...more },
    nodeOptions,
    // A person who asks for single tests wants to see them fail.
    secondTry: parameters.length === 0 && project.secondTry === true,
    needsDatabase: NEED_DATABASE.includes(selected),
  })
  const byFile = ["--selectProjects", selected]
  if (parameters.length > 0) {
    return [job("", [...parameters, ...byFile])]
  }
  if (project.groups === undefined) {
    const shards = Array.from({ length: project.shards }, (_, index) => `${index + 1}/${project.shards}`)
    return shards.map((shard) =>
      job(shard.replace("/", "-of-"), [...byFile, "--shard", shard, ...(project.suites ?? [])])
    )
  }
  const { groups, alone } = groupSuites(selected, project.groups, project.isWanted)
  // Of the store, those that each load everything anew take longer than a group: begun last, they would leave a core idle.
  return [
    ...(alone.length > 0 ? [job("alone", [...byFile, ...pathsOf(alone, "\\.spec")])] : []),
    ...groups.map((suites, index) =>
      job(`${index + 1}-of-${groups.length}`, ["--selectProjects", "together"], { SUITES: suites.join(" ") })
    ),
  ]
}
