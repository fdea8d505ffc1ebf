import type { ImportQuestion } from '@callwright/contracts'
import { useId } from 'react'
import { formatDayLong } from '../../../shared/format/times.ts'
import classes from './import-dialog.module.css'
import type { ImportAnswer } from './import-view.ts'
import { importWords as words } from './transfer-words.ts'
import type { Import, ImportChoices } from './use-import.ts'

interface ImportFormProps {
  readonly answer: ImportAnswer
  readonly choices: ImportChoices
  readonly choose: Import['choose']
}

/** Settings for how to read the text, and questions that only the user can answer. */
export function ImportForm({ answer, choices, choose }: ImportFormProps) {
  const { form, questions, counts, rows } = answer
  const unusual = rows.filter(({ marks }) => marks.some(({ kind }) => kind === 'unusual')).length
  return (
    <>
      {questions.map((question) => (
        <Question key={question.field} question={question} choices={choices} choose={choose} />
      ))}
      <fieldset className={classes.form} aria-label={words.form}>
        <Choice
          label={words.separator}
          names={words.separators}
          value={form.separator}
          onChoose={(separator) => void choose({ separator })}
        />
        <Choice
          label={words.decimal}
          names={words.decimals}
          value={form.decimal}
          onChoose={(decimal) => void choose({ decimal })}
        />
        <Choice
          label={words.dates}
          names={words.dateOrders}
          value={form.dates}
          onChoose={(dates) => void choose({ dates })}
        />
      </fieldset>
      {unusual > 0 && (
        <Consent
          label={words.confirmUnusual(unusual)}
          checked={choices.confirm_unusual ?? false}
          onChange={(confirm_unusual) => void choose({ confirm_unusual })}
        />
      )}
      {(counts.duplicate > 0 || choices.add_equal_rows) && (
        <Consent
          label={words.addEqualRows}
          checked={choices.add_equal_rows ?? false}
          onChange={(add_equal_rows) => void choose({ add_equal_rows })}
        />
      )}
    </>
  )
}

interface ChoiceProps<V extends string> {
  readonly label: string
  readonly names: Readonly<Record<V, string>>
  /** Setting in use; null if it doesn't apply to the text or the user is asked for it. */
  readonly value: V | null
  readonly onChoose: (value: V) => void
}

function Choice<V extends string>({ label, names, value, onChoose }: ChoiceProps<V>) {
  const id = useId()
  if (value === null) return null
  const values = Object.keys(names).filter((name): name is V => name in names)
  return (
    <div className={classes.choice}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => {
          const chosen = values.find((name) => name === target.value)
          if (chosen !== undefined) onChoose(chosen)
        }}
      >
        {values.map((name) => (
          <option key={name} value={name}>
            {names[name]}
          </option>
        ))}
      </select>
    </div>
  )
}

interface QuestionProps extends Pick<ImportFormProps, 'choices' | 'choose'> {
  readonly question: ImportQuestion
}

function Question({ question: { field, line, text, readings }, choices, choose }: QuestionProps) {
  const name = useId()
  return (
    <fieldset className={classes.question}>
      <legend>{words.question(line, text)}</legend>
      {readings.map(({ answer, reading }) => (
        <label key={answer}>
          <input
            type="radio"
            name={name}
            // If the request fails, the answer stays unchecked so that the user can choose it again.
            checked={choices[field] === answer}
            onChange={() => void choose({ [field]: answer })}
          />
          {field === 'dates' ? formatDayLong(reading) : reading}
        </label>
      ))}
    </fieldset>
  )
}

interface ConsentProps {
  readonly label: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

function Consent({ label, checked, onChange }: ConsentProps) {
  return (
    <label className={classes.consent}>
      <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
      {label}
    </label>
  )
}
