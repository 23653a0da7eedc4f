/** Types of the part of the package that is used here; the package has none. */
declare module "html-to-text" {
  export type BlockTextBuilder = {
    addInline: (text: string) => void
    openBlock: (options: { leadingLineBreaks: number }) => void
    closeBlock: (options: { trailingLineBreaks: number }) => void
  }
  export type RecursiveCallback = (children: unknown, builder: BlockTextBuilder) => void
  export type FormatCallback = (
    element: { children: unknown },
    walk: RecursiveCallback,
    builder: BlockTextBuilder
  ) => void
  export type HtmlToTextOptions = {
    wordwrap: false
    preserveNewlines: boolean
    limits: { maxInputLength: number; maxDepth: number; ellipsis: string }
    formatters: Record<string, FormatCallback>
    selectors: { selector: string; format: string }[]
  }
  export function compile(options: HtmlToTextOptions): (html: string) => string
}
