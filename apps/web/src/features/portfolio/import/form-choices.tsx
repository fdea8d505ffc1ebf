import type { ImportQuestion } from '@callwright/contracts'
import { Group, NativeSelect, Radio } from '@mantine/core'
import { formatInteger } from '../../../shared/format/numbers.ts'
import { formatDayLong } from '../../../shared/format/times.ts'
import classes from '../dialogs/dialogs.module.css'
import type { Import, ImportChoices, PositionAnswer } from './use-import.ts'
import '@mantine/core/styles/Radio.layer.css'

const separators = { comma: 'Comma', semicolon: 'Semicolon', tab: 'Tab', bar: 'Vertical bar' } as const

const decimals = { point: 'Period: 1,125.50', comma: 'Comma: 1.125,50' } as const

const dateOrders = { month_first: 'Month first: 12/18/2026', day_first: 'Day first: 18/12/2026' } as const

interface FormChoicesProps {
  readonly form: PositionAnswer['form']
  readonly questions: readonly ImportQuestion[]
  readonly choices: ImportChoices
  readonly choose: Import['choose']
}

/** Settings for how to read the text, and questions about it that only the user can answer. */
export function FormChoices({ form, questions, choices, choose }: FormChoicesProps) {
  return (
    <>
      {questions.map((question) => (
        <Question key={question.field} question={question} choices={choices} choose={choose} />
      ))}
      <Group
        component="fieldset"
        align="flex-start"
        gap="var(--space-4) var(--space-6)"
        bd={0}
        m={0}
        p={0}
        aria-label="How the text was read"
      >
        <Choice
          label="Cell separator"
          names={separators}
          value={form.separator}
          onChoose={(separator) => void choose({ separator })}
        />
        <Choice
          label="Decimal separator"
          names={decimals}
          value={form.decimal}
          onChoose={(decimal) => void choose({ decimal })}
        />
        <Choice label="Dates" names={dateOrders} value={form.dates} onChoose={(dates) => void choose({ dates })} />
      </Group>
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
  if (value === null) return null
  const values = Object.keys(names).filter((name): name is V => name in names)
  return (
    <NativeSelect
      label={label}
      data={values.map((name) => ({ value: name, label: names[name] }))}
      value={value}
      onChange={({ target }) => {
        const chosen = values.find((name) => name === target.value)
        if (chosen !== undefined) onChoose(chosen)
      }}
    />
  )
}

interface QuestionProps extends Pick<FormChoicesProps, 'choices' | 'choose'> {
  readonly question: ImportQuestion
}

function Question({ question: { field, line, text, readings }, choices, choose }: QuestionProps) {
  return (
    <Radio.Group
      label={`Line ${formatInteger(line)}: what does ${text} mean?`}
      // If the request fails, the answer stays unchecked so that the user can choose it again.
      value={choices[field] ?? null}
      onChange={(answer) => void choose({ [field]: answer })}
    >
      <Group gap="lg">
        {readings.map(({ answer, reading }) => (
          <Radio
            key={answer}
            className={classes.tick ?? ''}
            size="md"
            value={answer}
            label={field === 'dates' ? formatDayLong(reading) : reading}
          />
        ))}
      </Group>
    </Radio.Group>
  )
}
