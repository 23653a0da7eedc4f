import { DropdownMenu } from "@medusajs/ui"
import { useRef, useState } from "react"
import { Button } from "../common/button"
import { useTexts } from "../../hooks/common/use-texts"
import { BULK_ACTIONS, type BulkAction } from "../../../contract/catalog"
import { type MatchingQuery, useChangeMatching, useMatchingCount } from "../../hooks/catalog/use-product-links"
import { useToasts } from "../../hooks/common/use-mutation-toasts"
import { Question } from "../common/question"
import { QueryResult } from "../common/states"
import { Restricted } from "../common/restricted"

/** Actions on every product of the list, on all of its pages. Shows first how many products there are. */
export const ChangeAll = ({ matching }: { matching: MatchingQuery }) => {
  const { t } = useTexts()
  const toasts = useToasts()
  const [action, setAction] = useState<BulkAction | null>(null)
  // The menu, which has the focus when the question opens, is gone when it closes.
  const opener = useRef<HTMLButtonElement>(null)
  const count = useMatchingCount(matching, action !== null)
  const change = useChangeMatching()
  const start = (chosen: BulkAction) =>
    change.mutate(
      { ...matching, action: chosen },
      { onSuccess: ({ total }) => toasts.succeeded(t("bulk.began", { count: total })), onError: toasts.failed }
    )
  return (
    <>
      <Restricted to="operate">
        <DropdownMenu>
          <DropdownMenu.Trigger asChild>
            <Button ref={opener} size="small" variant="secondary" isLoading={change.isPending}>
              {t("bulk.open")}
            </Button>
          </DropdownMenu.Trigger>
          <DropdownMenu.Content>
            {BULK_ACTIONS.map((each) => (
              <DropdownMenu.Item key={each} onSelect={() => setAction(each)}>
                {t(`bulk.actions.${each}`)}
              </DropdownMenu.Item>
            ))}
          </DropdownMenu.Content>
        </DropdownMenu>
      </Restricted>
      {action !== null && (
        <Question
          title={t(`bulk.actions.${action}`)}
          confirm={t("bulk.start")}
          canConfirm={Boolean(count.data?.count)}
          opener={opener}
          onConfirm={() => start(action)}
          onClose={() => setAction(null)}
        >
          <QueryResult query={count}>
            {(known) => (
              <>
                {t("bulk.concerns", { count: known.count })} {t(`bulk.consequences.${action}`)}
              </>
            )}
          </QueryResult>
        </Question>
      )}
    </>
  )
}
