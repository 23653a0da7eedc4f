import { useTexts } from "../../hooks/common/use-texts"

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
