const PERCENT = 100

/** How far something is. An empty whole is a finished one. */
export const Progress = ({ label, done, total }: { label: string; done: number; total: number }) => {
  const percent = total === 0 ? PERCENT : Math.min(PERCENT, Math.round((done / total) * PERCENT))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={PERCENT}
      className="bg-ui-bg-component h-2 w-full overflow-hidden rounded-full"
    >
      <div className="bg-ui-tag-blue-icon h-full rounded-full transition-[width]" style={{ width: `${percent}%` }} />
    </div>
  )
}
