import { Button } from "@medusajs/ui"
import { useTexts } from "../../hooks/common/use-texts"

const PERIODS = [1, 7, 30, 90] as const

const DEFAULT_DAYS = 7

/** The period that a URL names; a week for anything else. */
export function parsePeriod(text: string | null): number {
  return PERIODS.find((days) => String(days) === text) ?? DEFAULT_DAYS
}

export const PeriodTabs = ({ days, onChoose }: { days: number; onChoose: (days: number) => void }) => {
  const { t } = useTexts()
  return (
    <div role="group" aria-label={t("overview.period")} className="flex flex-wrap gap-1">
      {PERIODS.map((each) => (
        <Button
          key={each}
          size="small"
          variant={each === days ? "primary" : "secondary"}
          aria-pressed={each === days}
          onClick={() => onChoose(each)}
        >
          {each === 1 ? t("overview.today") : t("overview.days", { count: each })}
        </Button>
      ))}
    </div>
  )
}
