import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { choiceWords } from './preview-words.ts'
import classes from './stepper.module.css'

/** One step: its target, and the action that goes there. */
export interface Step {
  readonly name: string
  readonly run: () => void
}

interface StepperProps {
  readonly label: string
  /** Labels for the Previous and Next buttons, without their targets. */
  readonly before?: string
  readonly after?: string
  readonly previous: Step | null
  readonly next: Step | null
  readonly children: ReactNode
}

/** The current choice from a list, with buttons for the previous and next ones. */
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

/** Uses `aria-disabled` at the end of the list: disabling the button would move focus to the body. */
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

/** Item before (-1) or after (1) the chosen one; null at the end of the list, or if none is chosen. */
export function findNeighbor<T>(list: readonly T[], isChosen: (choice: T) => boolean, by: -1 | 1): T | null {
  const index = list.findIndex(isChosen)
  return (index === -1 ? undefined : list[index + by]) ?? null
}
