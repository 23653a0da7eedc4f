import path from "node:path"
import { blankBlocks } from "./read-texts"
import { blank } from "./source-texts"

/** A page in Markdown with its path below the root of the repository. */
export type Page = { name: string; text: string }

const INLINE_LINK = /\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g
const REFERENCE = /^ {0,3}\[[^\]]+\]: +<?([^\s>]+)>?/gm
const EXTERNAL = /^(?:[a-z][a-z+.-]*:|\/\/)/i

/** Reads the targets of a page's links and images within the repository, with their lines. */
export function readLinks(text: string): { target: string; line: number }[] {
  const prose = blankBlocks(text).replace(/`[^`\n]*`/g, blank)
  return [...prose.matchAll(INLINE_LINK), ...prose.matchAll(REFERENCE)]
    .map(({ 1: target = "", index }) => ({ target, line: prose.slice(0, index).split("\n").length }))
    .filter(({ target }) => !EXTERNAL.test(target))
}

/** Lists the anchors of a page as GitHub creates them: a repeated heading gets a number. */
export function listAnchors(text: string): string[] {
  const counts = new Map<string, number>()
  return [...blankBlocks(text).matchAll(/^#{1,6} +(.+?) *#*$/gm)].map(([, heading = ""]) => {
    const anchor = toAnchor(heading)
    const count = counts.get(anchor) ?? 0
    counts.set(anchor, count + 1)
    return count === 0 ? anchor : `${anchor}-${count}`
  })
}

function toAnchor(heading: string): string {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replace(/ /g, "-")
}

/**
 * Finds links to files and headings that are missing.
 * @param exists whether a path below the root is a file or a folder
 */
export function findDeadLinks(pages: readonly Page[], exists: (name: string) => boolean): string[] {
  const anchors = new Map(pages.map(({ name, text }) => [name, new Set(listAnchors(text))]))
  return pages.flatMap(({ name, text }) =>
    readLinks(text).flatMap(({ target, line }) => {
      const [file = "", anchor] = decodeURI(target).split("#")
      const linked = file === "" ? name : path.posix.join(path.posix.dirname(name), file)
      if (!exists(linked)) {
        return [`${name}:${line}: no file ${linked}`]
      }
      const isMissing = anchor !== undefined && anchors.get(linked)?.has(anchor) === false
      return isMissing ? [`${name}:${line}: no heading #${anchor} in ${linked}`] : []
    })
  )
}
