import { useTexts } from "../../hooks/common/use-texts"
import type { ProductLink } from "../../lib/answers/product"
import { Moment } from "../common/figures"
import { DryRunChange } from "../sync-preview/dry-run-change"

type Props = { fields: NonNullable<ProductLink["restored_fields"]>; timeZone: string | null }

/** Fields that were edited at the POS and restored there: both values, when, and how often. */
export const RestoredFields = ({ fields, timeZone }: Props) => {
  const { t } = useTexts()
  return (
    <ul className="flex flex-col gap-y-2">
      {fields.map((restored) => (
        <li key={`${restored.field} ${restored.restored_at}`}>
          <dl>
            <DryRunChange change={restored} />
          </dl>
          <span className="text-ui-fg-muted">
            <Moment at={restored.restored_at} timeZone={timeZone} />
            {restored.times > 1 && ` · ${t("product.restoredTimes", { count: restored.times })}`}
          </span>
        </li>
      ))}
    </ul>
  )
}
