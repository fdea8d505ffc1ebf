import { type ReactNode, useId } from 'react'
import { Segmented } from '../../../shared/ui/segmented.tsx'
import { settingsWords } from '../settings-words.ts'
import classes from './choice.module.css'

export interface Option<Value> {
  readonly value: Value
  readonly label: string
}

interface ChoiceProps<Value> {
  readonly label: string
  readonly hint: string
  readonly options: readonly Option<Value>[]
  readonly value: Value
  readonly onChange: (value: Value) => void
  /** Preview of the chosen value. */
  readonly children?: ReactNode
}

/** One setting, with a label, a hint, and a segmented control for its values. */
export function Choice<Value>({ label, hint, options, value, onChange, children }: ChoiceProps<Value>) {
  const hintId = useId()
  return (
    <div className={classes.choice}>
      <div>
        <b className={classes.label}>{label}</b>
        <p id={hintId} className={classes.hint}>
          {hint}
        </p>
        {children}
      </div>
      <Segmented label={label}>
        {options.map((option) => (
          <button
            key={option.label}
            type="button"
            aria-pressed={option.value === value}
            aria-describedby={hintId}
            onClick={() => onChange(option.value)}
          >
            {option.label}
          </button>
        ))}
      </Segmented>
    </div>
  )
}

const switchOptions: readonly Option<boolean>[] = [
  { value: true, label: settingsWords.on },
  { value: false, label: settingsWords.off },
]

/** A setting that is either on or off. */
export function SwitchChoice(props: Omit<ChoiceProps<boolean>, 'options'>) {
  return <Choice {...props} options={switchOptions} />
}
