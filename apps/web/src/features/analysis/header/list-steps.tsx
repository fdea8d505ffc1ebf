import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { formatInteger } from '../../../shared/format/numbers.ts'
import { usePageKeys } from '../../../shared/use-page-keys.ts'
import classes from './list-steps.module.css'
import { type ListStep, useListPlace } from './use-list-steps.ts'

interface ListStepsProps {
  readonly symbol: string
  readonly onStep: (symbol: string) => void
}

const icon = { size: 16, stroke: 1.6, 'aria-hidden': true } as const

/** Steps through the screener's list that the stock is in, also with the keys `[` and `]`; nothing where it is in none. */
export function ListSteps({ symbol, onStep }: ListStepsProps) {
  const place = useListPlace(symbol)
  const go = (step: ListStep | null | undefined) => {
    if (!step) return
    step.remember()
    onStep(step.symbol)
  }
  usePageKeys({ '[': () => go(place?.previous), ']': () => go(place?.next) })
  if (place === null) return null
  const { previous, next, position, total } = place
  return (
    <nav className={classes.steps} aria-label="Stocks of the screener">
      <ActionIcon
        variant="subtle"
        aria-label="Previous stock"
        aria-keyshortcuts="["
        aria-disabled={previous === null}
        data-hint={previous === null ? 'This is the first of the list' : `${previous.symbol}, key [`}
        onClick={() => go(previous)}
      >
        <IconChevronLeft {...icon} />
      </ActionIcon>
      <span className={classes.place} role="status">
        {formatInteger(position)} of {formatInteger(total)}
      </span>
      <ActionIcon
        variant="subtle"
        aria-label="Next stock"
        aria-keyshortcuts="]"
        aria-disabled={next === null}
        data-hint={next === null ? 'This is the last of the list' : `${next.symbol}, key ]`}
        onClick={() => go(next)}
      >
        <IconChevronRight {...icon} />
      </ActionIcon>
    </nav>
  )
}
