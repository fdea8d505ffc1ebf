import { Button, VisuallyHidden } from '@mantine/core'
import { formatCount } from './filter-view.ts'

interface ShowButtonProps {
  /** How many stocks it would show; null: not known. */
  readonly count: number | null
  readonly className?: string | undefined
}

/** Puts chosen filters in force, and says beforehand what will be left. */
export function ShowButton({ count, className }: ShowButtonProps) {
  return (
    <>
      <VisuallyHidden role="status">{count !== null && `${formatCount(count)} would show`}</VisuallyHidden>
      <Button type="submit" variant="filled" className={className ?? ''}>
        {count === null ? 'Show stocks' : `Show ${formatCount(count)}`}
      </Button>
    </>
  )
}
