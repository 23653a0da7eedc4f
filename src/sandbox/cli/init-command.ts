import { existsSync, writeFileSync } from "node:fs"
import path from "node:path"
import { Command } from "commander"
import { commentedConfig } from "../config/commented-config"
import { configJsonSchema } from "../config/json-schema"

/** The file is there already. */
export class FileExistsError extends Error {
  constructor(file: string) {
    super(`${file} is there already; name another, or move it away`)
    this.name = "FileExistsError"
  }
}

const SCHEMA = "pos-sandbox.schema.json"

/** `pos-sandbox init`: a commented configuration to begin with. */
export const initCommand = () =>
  new Command("init")
    .description("write a commented configuration, which an editor helps to fill in")
    .argument("[file]", "where to", "pos-sandbox.yaml")
    .action(init)

function init(file: string): void {
  if (existsSync(file)) {
    throw new FileExistsError(file)
  }
  const folder = path.dirname(file)
  const installed = path.join("node_modules", "pos-sandbox", SCHEMA)
  const isInstalled = existsSync(path.join(folder, installed))
  if (!isInstalled) {
    writeFileSync(path.join(folder, SCHEMA), `${JSON.stringify(configJsonSchema(), null, 2)}\n`)
  }
  const schema = `./${isInstalled ? installed.split(path.sep).join("/") : SCHEMA}`
  writeFileSync(file, commentedConfig(schema))
  process.stdout.write(`${file} is written. Start it with: pos-sandbox --config ${file}\n`)
}
