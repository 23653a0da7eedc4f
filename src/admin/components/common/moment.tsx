import { useTexts } from "../../hooks/common/use-texts"
import { formatAgo, formatTime } from "../../lib/format/time"

/** A time in the organisation's zone, or a dash for none. */
export const Moment = ({ at, timeZone }: { at: string | null; timeZone: string | null }) => {
  const { t, language } = useTexts()
  return at ? (
    <time dateTime={at} className="text-nowrap">
      {formatTime(at, language, timeZone)}
    </time>
  ) : (
    <span>{t("none")}</span>
  )
}

/** How long ago something was, with the exact time at hand; the word for never otherwise. */
export const Ago = ({ at, timeZone }: { at: string | null; timeZone: string | null }) => {
  const { t, language } = useTexts()
  return at ? (
    <time dateTime={at} title={formatTime(at, language, timeZone)}>
      {formatAgo(at, language, new Date())}
    </time>
  ) : (
    <span>{t("never")}</span>
  )
}
