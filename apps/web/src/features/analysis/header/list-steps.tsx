import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { formatInteger } from '../../../shared/format/numbers.ts'
import { usePageKeys } from '../../../shared/use-page-keys.ts'
import { headerWords as words } from '../analysis-words.ts'
import classes from './list-steps.module.css'
import { type ListStep, useListPlace } from './use-list-steps.ts'

interface ListStepsProps {
  readonly symbol: string
  readonly onStep: (symbol: string) => void
}

const icon = { size: 16, stroke: 1.6, 'aria-hidden': true } as const

/** Opens the previous or next stock in the screener list (keys `[` and `]`). Hidden if the stock isn't in the list. */
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
    <nav className={classes.steps} aria-label={words.list}>
      <ActionIcon
        variant="subtle"
        aria-label={words.previous}
        aria-keyshortcuts="["
        aria-disabled={previous === null}
        data-hint={previous === null ? words.isFirst : words.key(previous.symbol, '[')}
        onClick={() => go(previous)}
      >
        <IconChevronLeft {...icon} />
      </ActionIcon>
      <span className={classes.place} role="status">
        {words.place(formatInteger(position), formatInteger(total))}
      </span>
      <ActionIcon
        variant="subtle"
        aria-label={words.next}
        aria-keyshortcuts="]"
        aria-disabled={next === null}
        data-hint={next === null ? words.isLast : words.key(next.symbol, ']')}
        onClick={() => go(next)}
      >
        <IconChevronRight {...icon} />
      </ActionIcon>
    </nav>
  )
}
