import path from "node:path"
import type { ExecArgs } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { POS_MODULE } from "../modules/pos"
import { examineConnection, checkStore, type Finding, hasFailed, writeBundle } from "../features/monitoring"

/** A word and no option: `medusa exec` refuses options that it does not know, and passes on none behind `--`. */
const BUNDLE = /^bundle(?:=(.+))?$/

const MARKS = { passed: "ok", notice: "note", failed: "WRONG", skipped: "skipped" }

/**
 * `npx medusa exec <this file> [connection …] [bundle[=file]]`: checks everything that the plugin depends on and says
 * what is wrong and how to fix it. With `bundle` it also writes a file to attach to a report, without
 * secrets or personal data. Nothing is changed, here or at the POS. Ends with 1 when something is wrong.
 */
export default async function doctor({ container, args }: ExecArgs): Promise<void> {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  const pos = container.resolve(POS_MODULE)
  const bundleArgument = args.map((word) => BUNDLE.exec(word)).find((word) => word !== null)
  const ids = args.filter((word) => !BUNDLE.test(word))
  const findings = await checkStore(container)
  print(findings)
  const all = await pos.listPosConnections(ids.length > 0 ? { id: ids } : {}, { take: null, order: { id: "ASC" } })
  const unknown = ids.filter((id) => !all.some((connection) => connection.id === id))
  unknown.forEach((id) => logger.error(`pos: WRONG   there is no connection ${id}`))
  for (const connection of all) {
    logger.info(`pos: connection ${connection.id} (${connection.organization_name ?? "without a name"})`)
    const checks = await examineConnection(container, connection)
    print(checks)
    findings.push(...checks)
  }
  const wrong = findings.filter(({ state }) => state === "failed").length + unknown.length
  logger.info(`pos: ${findings.length} checks, ${wrong === 0 ? "nothing is wrong" : `${wrong} found something wrong`}`)
  if (bundleArgument) {
    const file = path.resolve(bundleArgument[1] ?? "pos-diagnostics.json")
    await writeBundle(container, file, findings)
    logger.info(`pos: written to ${file}; it holds no keys, no names and no addresses`)
  }
  process.exitCode = hasFailed(findings) || unknown.length > 0 ? 1 : 0

  function print(findings: Finding[]): void {
    for (const { check, state, message, fix } of findings) {
      logger.info(`pos: ${MARKS[state].padEnd(7)} ${check}: ${message}`)
      if (fix !== null && state !== "passed") {
        logger.info(`pos:           -> ${fix}`)
      }
    }
  }
}
