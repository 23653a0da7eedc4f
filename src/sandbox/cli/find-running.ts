import { readFileSync } from "node:fs"
import { Command } from "commander"
import { z } from "zod"
import { SandboxClient } from "../client/sandbox-client"
import { lastStarted } from "./last-started"

/** Nobody said which sandbox is meant, and none was started here. */
export class NoSandboxError extends Error {
  constructor() {
    super("No sandbox was started on this machine: start one with pos-sandbox, or name one with --url and --token")
    this.name = "NoSandboxError"
  }
}

/** There are several organisations, or none, and nobody said which is meant. */
export class WhichOrganizationError extends Error {
  constructor(known: { uuid: string; name: string }[]) {
    const names = known.map(({ uuid, name }) => `\n  ${uuid}  ${name}`).join("")
    super(known.length === 0 ? "The sandbox has no organisation" : `Name one with --organization:${names}`)
    this.name = "WhichOrganizationError"
  }
}

const remoteSchema = z.object({
  url: z.string().optional(),
  token: z.string().optional(),
  certificate: z.string().optional(),
  organization: z.string().optional(),
})

/** A command that works with a running sandbox. */
export const remoteCommand = (name: string, description: string) =>
  new Command(name)
    .description(description)
    .option("--url <url>", "the sandbox's address (POS_SANDBOX_URL); the last one started without")
    .option("--token <token>", "its control token (POS_SANDBOX_TOKEN)")
    .option("--certificate <file>", "its certificate, where it speaks HTTPS (POS_SANDBOX_CERTIFICATE)")

/** The same, about one organisation. */
export const shopCommand = (name: string, description: string) =>
  remoteCommand(name, description).option("--organization <uuid>", "which organisation; the only one without")

/** The sandbox that a command is about. @throws NoSandboxError */
export function findRunning(command: Command): SandboxClient {
  const options = remoteSchema.parse(command.opts())
  const last = lastStarted()
  const url = options.url ?? process.env.POS_SANDBOX_URL ?? last?.url
  const isLast = url !== undefined && url === last?.url
  const controlToken = options.token ?? process.env.POS_SANDBOX_TOKEN ?? (isLast ? last?.controlToken : undefined)
  if (url === undefined || controlToken === undefined) {
    throw new NoSandboxError()
  }
  const certificateFile = options.certificate ?? process.env.POS_SANDBOX_CERTIFICATE
  const certificate = certificateFile ? readFileSync(certificateFile, "utf8") : isLast ? last?.certificate : undefined
  return new SandboxClient({ url: url.replace(/\/+$/, ""), controlToken, certificate })
}

/** The organisation's UUID that a command is about. @throws WhichOrganizationError */
export async function findOrganizationUuid(command: Command, sandbox: SandboxClient): Promise<string> {
  const { organization } = remoteSchema.parse(command.opts())
  if (organization !== undefined) {
    return organization
  }
  const known = await sandbox.organizations()
  const [only, ...others] = known
  if (!only || others.length > 0) {
    throw new WhichOrganizationError(known)
  }
  return only.uuid
}
