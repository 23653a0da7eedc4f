import { existsSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import path from "node:path"
import { keyPageLink, notAffiliated, PROVIDER_PRESETS, type ProviderPreset, PROVIDERS } from "../contract/providers"
import { checkSetup, readText } from "./check-setup"
import { openConfig } from "./edit-config"
import { setEnvVariables } from "./edit-env"
import { ConfigNotFoundError } from "./errors"
import { type Ask, BY_HAND, KEY_VARIABLE, planSetup, type SetupFlags, type SetupPlan } from "./plan-setup"
import { PLUGIN } from "./read-config"
import type { Compiler } from "./text-edits"

/** Unchanged lines that are shown around each change. */
const CONTEXT = 3

type Line = { sign: " " | "-" | "+"; text: string }

/**
 * Compares two texts by lines, as `diff -u` shows them. Lines of equal texts are found by their longest common
 * subsequence, which is fast enough for configuration files.
 */
function diffLines(before: string, after: string): string[] {
  const lines = compare(before.split(/\r?\n/), after.split(/\r?\n/))
  const isNear = lines.map((_line, index) =>
    lines.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(({ sign }) => sign !== " ")
  )
  return lines.flatMap(({ sign, text }, index) => {
    if (isNear[index]) {
      return [`${sign} ${text}`]
    }
    return isNear[index - 1] ? ["  …"] : []
  })
}

function compare(before: string[], after: string[]): Line[] {
  const lengths = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0))
  const lengthAt = (row: number, column: number) => lengths[row]?.[column] ?? 0
  for (let row = before.length - 1; row >= 0; row--) {
    for (let column = after.length - 1; column >= 0; column--) {
      const isSame = before[row] === after[column]
      const longest = Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1))
      lengths[row]?.splice(column, 1, isSame ? lengthAt(row + 1, column + 1) + 1 : longest)
    }
  }
  const lines: Line[] = []
  let row = 0
  let column = 0
  while (row < before.length || column < after.length) {
    const old = before[row]
    const next = after[column]
    if (old !== undefined && old === next) {
      lines.push({ sign: " ", text: old })
      row++
      column++
    } else if (next !== undefined && (old === undefined || lengthAt(row, column + 1) > lengthAt(row + 1, column))) {
      lines.push({ sign: "+", text: next })
      column++
    } else if (old !== undefined) {
      lines.push({ sign: "-", text: old })
      row++
    }
  }
  return lines
}

/** Where the command writes, and whom it asks. */
export type Terminal = { say: (line: string) => void; ask: Ask }

export type InitInput = SetupFlags & {
  /** the store's folder, with its medusa-config */
  directory: string
  environment: NodeJS.ProcessEnv
  /** write without asking */
  isConfirmed: boolean
  /** only show the changes */
  isDryRun: boolean
}

const CONFIGS = ["medusa-config.ts", "medusa-config.js", "medusa-config.mjs"]

const ENV = ".env"

/**
 * Sets a store up for a POS: adds the plugin to its configuration, and its own values to `.env`. It shows the changes
 * and writes them after a person agrees; a setup that is complete stays as it is. A configuration that it does not
 * understand is not changed: it prints what to add by hand.
 * @returns 0; 1 when something is left to do by hand
 * @throws ConfigNotFoundError, AnswerMissingError, AnswerInvalidError
 */
export async function init(input: InitInput, { say, ask }: Terminal): Promise<0 | 1> {
  const { directory, environment } = input
  const fileName = CONFIGS.find((name) => existsSync(path.join(directory, name)))
  if (fileName === undefined) {
    throw new ConfigNotFoundError(directory)
  }
  const file = path.join(directory, fileName)
  const envFile = path.join(directory, ENV)
  const text = readText(file)
  const env = readText(envFile)
  const compiler = loadCompiler(directory)
  const opened = compiler ? openConfig(compiler, { fileName, text }) : { reason: "TypeScript is not installed here" }
  if ("reason" in opened) {
    sayByHand(say, { fileName, reason: opened.reason, target: input.target })
    return 1
  }
  const plan = await planSetup({ config: opened, env, environment }, input, ask)
  const edited = opened.edit(plan)
  if (edited === null) {
    sayByHand(say, { fileName, reason: "the result would not read as it should", target: input.target })
    return 1
  }
  const nextEnv = setEnvVariables(env, plan.variables)
  if (edited === text && nextEnv === env) {
    say("Nothing to change: the store is set up.")
  } else {
    sayChanges(say, { fileName, before: text, after: edited, plan })
    if (input.isDryRun) {
      say("Nothing was written, because of --dry-run.")
    } else if (!(await isAgreed(input, ask))) {
      say(
        ask === null
          ? "Nothing was written: pass --yes, because there is no terminal to agree at."
          : "Nothing was written."
      )
      return 1
    } else {
      // The key first: a configuration without it would not connect.
      writeIfChanged(envFile, env, nextEnv)
      writeIfChanged(file, text, edited)
      say(`Wrote ${[nextEnv !== env && ENV, edited !== text && fileName].filter(Boolean).join(" and ")}.`)
    }
  }
  const hasKeyOption = opened.names?.has("encryptionKeys") ?? false
  const publicUrl = opened.literal("publicUrl")
  const checks = checkSetup({ directory, env: nextEnv, environment, hasKeyOption, publicUrl, preset: plan.preset })
  say("")
  checks.forEach(({ name, isPassed, message }) => say(`${isPassed ? "ok   " : "WRONG"}  ${name}: ${message}`))
  sayNext(say, plan.preset)
  return checks.every(({ isPassed }) => isPassed) ? 0 : 1
}

/** Loads the store's TypeScript; null when there is none with a parser. */
function loadCompiler(directory: string): Compiler | null {
  try {
    const loaded: unknown = createRequire(path.join(directory, "package.json"))("typescript")
    return isCompiler(loaded) ? loaded : null
  } catch {
    // Not installed: the person adds the plugin by hand.
    return null
  }
}

const isCompiler = (loaded: unknown): loaded is Compiler =>
  typeof loaded === "object" && loaded !== null && "createSourceFile" in loaded && "transpileModule" in loaded

async function isAgreed({ isConfirmed }: InitInput, ask: Ask): Promise<boolean> {
  if (isConfirmed || ask === null) {
    return isConfirmed
  }
  return /^(y(es)?)?$/i.test((await ask("Write these changes? [Y/n]")).trim())
}

function writeIfChanged(file: string, before: string, after: string): void {
  if (after !== before) {
    // A new .env holds a secret; the mode of an existing file stays.
    writeFileSync(file, after, { mode: 0o600 })
  }
}

type Say = Terminal["say"]

/** Shows the changes of both files; of .env only the new lines, because the others may be secrets. */
function sayChanges(say: Say, shown: { fileName: string; before: string; after: string; plan: SetupPlan }): void {
  const { fileName, before, after, plan } = shown
  if (before !== after) {
    say(fileName)
    diffLines(before, after).forEach((line) => say(line))
    say("")
  }
  if (plan.variables.length > 0) {
    say(ENV)
    plan.variables.forEach(({ name, value }) =>
      say(`+ ${name}=${name === KEY_VARIABLE ? "… (new random key)" : value}`)
    )
    say("")
  }
}

function sayByHand(say: Say, found: { fileName: string; reason: string; target: SetupFlags["target"] }): void {
  const { fileName, reason, target = PROVIDERS[0] } = found
  const place =
    target === "sandbox"
      ? ['serviceUrl: "http://127.0.0.1:4700"', "allowInsecureDestination: true"]
      : [`provider: "${target}"`]
  const options = [...place, ...BY_HAND.options.map(({ name, code }) => `${name}: ${code}`)]
  say(`Could not change ${fileName}: ${reason}. Nothing was written. Add this to it by hand:`)
  say("")
  say("  plugins: [")
  say("    {")
  say(`      resolve: "${PLUGIN}",`)
  say("      options: {")
  options.forEach((option) => say(`        ${option},`))
  say("      },")
  say("    },")
  say("  ],")
  say("")
  say(`And this to ${ENV}:`)
  say("")
  BY_HAND.variables.forEach(({ name, value }) => say(`  ${name}=${value}`))
  sayNext(say, target === "sandbox" ? null : PROVIDER_PRESETS[target])
}

/** Prints the next steps: the commands, and the page on which the merchant creates a key. */
function sayNext(say: Say, preset: ProviderPreset | null): void {
  say("")
  say("Next:")
  say("1. npx medusa db:migrate, then build and start the store.")
  if (preset === null) {
    say("2. Copy the API key that the sandbox prints: npx pos-sandbox --help")
  } else {
    say(`2. Create an API key at ${preset.displayName}; name and scopes are filled in:`)
    say(`   ${keyPageLink(preset.keyPageUrl, preset.scopes)}`)
  }
  say("3. Connect in the admin under Settings › Point of sale.")
  say(`To check everything: npx medusa exec ./node_modules/${PLUGIN}/.medusa/server/src/scripts/doctor.js`)
  if (preset !== null) {
    say("")
    say(notAffiliated(preset))
  }
}
