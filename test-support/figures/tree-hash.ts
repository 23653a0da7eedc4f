import { createHash } from "node:crypto"
import { readdirSync, readFileSync, statSync } from "node:fs"
import path from "node:path"

const hashOf = (kind: "blob" | "tree", content: Buffer) =>
  createHash("sha1").update(`${kind} ${content.length}\0`).update(content).digest()

const EXECUTABLE = 0o100

/** A folder's entry as git orders and writes it: a folder sorts as if its name ended with a slash. */
function entryOf(folder: string, name: string) {
  const file = path.join(folder, name)
  const stat = statSync(file)
  if (stat.isDirectory()) {
    return { sortsAs: `${name}/`, head: `40000 ${name}\0`, hash: treeOf(file) }
  }
  const mode = (stat.mode & EXECUTABLE) === 0 ? "100644" : "100755"
  return { sortsAs: name, head: `${mode} ${name}\0`, hash: hashOf("blob", readFileSync(file)) }
}

/** Git knows no empty folders. */
const isEmpty = (file: string): boolean =>
  statSync(file).isDirectory() && readdirSync(file).every((name) => isEmpty(path.join(file, name)))

function treeOf(folder: string): Buffer {
  const entries = readdirSync(folder)
    .filter((name) => !isEmpty(path.join(folder, name)))
    .map((name) => entryOf(folder, name))
    .sort((left, right) => Buffer.compare(Buffer.from(left.sortsAs), Buffer.from(right.sortsAs)))
  return hashOf("tree", Buffer.concat(entries.flatMap(({ head, hash }) => [Buffer.from(head), hash])))
}

/** The hash that git gives a folder as it stands (`git rev-parse HEAD:folder`), also without git and before a commit. */
export const treeHash = (folder: string): string => treeOf(folder).toString("hex")
