import { useTranslation } from "react-i18next"
import { formatAgo, formatTime } from "../../lib/format/time"

/** A time in the organisation's zone, or a dash for none. */
export const Moment = ({ at, timeZone }: { at: string | null; timeZone: string | null }) => {
  const { t, i18n } = useTranslation("pos")
  return at ? (
    <time dateTime={at} className="text-nowrap">
      {formatTime(at, i18n.language, timeZone)}
    </time>
  ) : (
    <span>{t("none")}</span>
  )
}

/** How long ago something was, with the exact time at hand; the word for never otherwise. */
export const Ago = ({ at, timeZone }: { at: string | null; timeZone: string | null }) => {
  const { t, i18n } = useTranslation("pos")
  return at ? (
    <time dateTime={at} title={formatTime(at, i18n.language, timeZone)}>
      {formatAgo(at, i18n.language, new Date())}
    </time>
  ) : (
    <span>{t("never")}</span>
  )
}
