import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { choiceWords } from './preview-words.ts'
import classes from './stepper.module.css'

/** Where a step leads; null where there is nothing further. */
export interface Step {
  readonly name: string
  readonly run: () => void
}

interface StepperProps {
  readonly label: string
  /** What the two buttons say, without where they lead. */
  readonly before?: string
  readonly after?: string
  readonly previous: Step | null
  readonly next: Step | null
  readonly children: ReactNode
}

/** One of a row of choices, with a button to the one before and the one after it. */
export function Stepper({ label, before, after, previous, next, children }: StepperProps) {
  const name = label.toLowerCase()
  return (
    <fieldset className={classes.stepper} aria-label={label}>
      <StepButton label={before ?? choiceWords.previous(name)} step={previous}>
        <IconChevronLeft size={16} stroke={1.6} aria-hidden="true" />
      </StepButton>
      <span className={classes.value}>{children}</span>
      <StepButton label={after ?? choiceWords.next(name)} step={next}>
        <IconChevronRight size={16} stroke={1.6} aria-hidden="true" />
      </StepButton>
    </fieldset>
  )
}

interface StepButtonProps {
  readonly label: string
  readonly step: Step | null
  readonly children: ReactNode
}

/** At the end of the row it keeps the focus: a disabled button would let it fall to the page. */
function StepButton({ label, step, children }: StepButtonProps) {
  return (
    <button
      type="button"
      aria-label={step === null ? label : `${label}, ${step.name}`}
      aria-disabled={step === null}
      onClick={step?.run}
    >
      {children}
    </button>
  )
}

/** The neighbor of the chosen one in a list, before (-1) or after it (1); null at the end, and where none is chosen. */
export function findNeighbor<T>(list: readonly T[], isChosen: (choice: T) => boolean, by: -1 | 1): T | null {
  const index = list.findIndex(isChosen)
  return (index === -1 ? undefined : list[index + by]) ?? null
}
