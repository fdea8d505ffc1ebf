import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { choiceWords } from './preview-words.ts'
import classes from './stepper.module.css'

/** Target of a step and the action that goes there. */
export interface Step {
  readonly name: string
  readonly run: () => void
}

interface StepperProps {
  readonly label: string
  /** Labels of the two buttons, without the target. */
  readonly before?: string
  readonly after?: string
  readonly previous: Step | null
  readonly next: Step | null
  readonly children: ReactNode
}

/** Current choice of a list, with buttons to the previous and the next one. */
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

/** Uses `aria-disabled` at the end of the list: a disabled button would drop the focus to the body. */
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
