import { Text } from "@medusajs/ui"
import { useTexts } from "../../hooks/common/use-texts"
import { formatQuantity } from "../../lib/format/amounts"

/** Addresses that a browser can open; other answers of a file module are only named. */
const OPENABLE = /^https?:\/\//

/** A file that was written, to be opened. */
export const WrittenFile = ({ file }: { file: { url: string; filename: string } }) => {
  const { t } = useTexts()
  return OPENABLE.test(file.url) ? (
    <a
      className="text-ui-fg-base underline txt-compact-small break-all"
      href={file.url}
      target="_blank"
      rel="noreferrer"
    >
      {t("exports.open", { name: file.filename })}
    </a>
  ) : (
    <span className="txt-compact-small break-all">{t("exports.written", { name: file.filename })}</span>
  )
}

/**
 * VAT rates in percent that an accounting export posts to the general accounts although other rates have their own.
 * `connection`: its name, where the exports of several are shown.
 */
export const GeneralRates = ({ rates = [], connection }: { rates?: string[] | undefined; connection?: string }) => {
  const { t, language } = useTexts()
  if (rates.length === 0) {
    return null
  }
  const text = t("exports.generalRates", {
    rates: rates.map((rate) => `${formatQuantity(rate, language)} %`).join(", "),
  })
  return (
    <Text size="small" className="text-ui-tag-orange-text break-words">
      {connection ? `${connection}: ${text}` : text}
    </Text>
  )
}
