/** A page whose generated part is not marked as the generator expects it. */
class UnmarkedSectionError extends Error {
  constructor(name: string) {
    super(`<!-- ${name}: … --> and <!-- /${name} --> are not in the page`)
    this.name = "UnmarkedSectionError"
  }
}

/** A page with its generated sections written anew; what stands between them is as it was. */
export function writeSections(page: string, sections: ReadonlyMap<string, string>): string {
  return [...sections].reduce((text, [name, content]) => {
    const section = new RegExp(`<!-- ${name}: [^>]*-->[\\s\\S]*?<!-- /${name} -->`)
    if (!section.test(text)) {
      throw new UnmarkedSectionError(name)
    }
    const marked = `<!-- ${name}: written by npm run docs:generate -->\n\n${content}\n\n<!-- /${name} -->`
    return text.replace(section, () => marked)
  }, page)
}
