import { Button, VisuallyHidden } from '@mantine/core'
import { formatCount } from './filter-view.ts'
import { filterWords as words } from './filter-words.ts'

interface ShowButtonProps {
  /** How many stocks match; null if unknown. */
  readonly count: number | null
  readonly className?: string | undefined
}

/** Button that applies the filters, labeled with how many stocks match. */
export function ShowButton({ count, className }: ShowButtonProps) {
  return (
    <>
      <VisuallyHidden role="status">{count !== null && words.wouldShow(formatCount(count))}</VisuallyHidden>
      <Button type="submit" variant="filled" className={className ?? ''}>
        {count === null ? words.showUnknown : words.show(formatCount(count))}
      </Button>
    </>
  )
}
