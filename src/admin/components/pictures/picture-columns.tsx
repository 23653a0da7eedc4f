import { createDataTableColumnHelper } from "@medusajs/ui"
import { useMemo } from "react"
import { PICTURE_STATES } from "../../../vocabulary/picture"
import { useStateFilters } from "../../hooks/common/use-state-filters"
import { useTexts } from "../../hooks/common/use-texts"
import type { Picture } from "../../lib/answers/picture"
import { Moment } from "../common/moment"
import { StateBadge } from "../common/state-badge"
import { ReasonOrNone } from "../common/reason-or-none"

const column = createDataTableColumnHelper<Picture>()

/** Which picture, how it stands, why, and when it is tried again by itself. */
export function usePictureColumns(timeZone: string | null) {
  const { t } = useTexts()
  return useMemo(
    () => [
      column.accessor("url", {
        header: t("pictures.picture"),
        cell: ({ getValue }) => (
          <a
            href={getValue()}
            target="_blank"
            rel="noreferrer"
            title={getValue()}
            className="text-ui-fg-base block max-w-72 truncate underline"
          >
            {nameIn(getValue())}
          </a>
        ),
      }),
      column.accessor("state", {
        header: t("catalogue.state"),
        cell: ({ getValue }) => <StateBadge of="picture" state={getValue()} />,
      }),
      column.accessor("reason", {
        header: t("catalogue.reason"),
        cell: ({ getValue }) => (
          <div className="min-w-40 whitespace-normal">
            <ReasonOrNone text={getValue()} />
          </div>
        ),
      }),
      column.accessor("attempts", { header: t("inbox.attempts") }),
      column.accessor("next_attempt_at", {
        header: t("inbox.nextAttemptAt"),
        cell: ({ getValue }) => <Moment at={getValue()} timeZone={timeZone} />,
      }),
    ],
    [t, timeZone]
  )
}

export const usePictureFilters = () => useStateFilters("picture", "catalogue.state", PICTURE_STATES)

/** The last part of an address, as people know a file. */
function nameIn(url: string): string {
  const last = url.split(/[?#]/)[0]?.split("/").pop() ?? ""
  try {
    return decodeURIComponent(last) || url
  } catch {
    return url
  }
}
