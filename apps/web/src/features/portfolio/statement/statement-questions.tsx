import { Button, Radio, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { readNumber } from '../../../shared/form/number-field.ts'
import dialogClasses from '../dialogs/dialogs.module.css'
import classes from '../import/import.module.css'
import type { Import, ImportChoices, StatementQuestion as Question } from '../import/use-import.ts'
import '@mantine/core/styles/Radio.layer.css'

interface StatementQuestionsProps {
  readonly questions: readonly Question[]
  readonly choices: ImportChoices
  readonly choose: Import['choose']
  readonly busy: boolean
}

/** Questions about what the file does not say. The answers are sent together, so that the preview is made once. */
export function StatementQuestions({ questions, choices, choose, busy }: StatementQuestionsProps) {
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({})
  if (questions.length === 0) return null
  const read = questions.map((question) => ({ id: question.id, ...readAnswer(question, answers[question.id] ?? '') }))
  const given = read.flatMap(({ id, answer }) => (answer === null ? [] : [[id, answer] as const]))
  const isReady = given.length > 0 && read.every(({ fault }) => fault === null)
  return (
    <Stack gap="md" component="section" aria-label="Questions">
      {questions.map((question) => (
        <QuestionField
          key={question.id}
          question={question}
          value={answers[question.id] ?? ''}
          onChange={(answer) => setAnswers({ ...answers, [question.id]: answer })}
        />
      ))}
      <div>
        <Button
          aria-disabled={busy || !isReady}
          onClick={() => {
            if (isReady) void choose({ answers: { ...choices.answers, ...Object.fromEntries(given) } })
          }}
        >
          Use these answers
        </Button>
      </div>
    </Stack>
  )
}

/** Value of the choice "Dollars per share" before a price is typed. */
const PRICE = 'price'

interface Answer {
  /** Null while there is none. */
  readonly answer: string | null
  /** Why the price cannot be read. */
  readonly fault: string | null
}

function readAnswer({ choices }: Question, value: string): Answer {
  if (value === '' || value === PRICE) return { answer: null, fault: null }
  if (choices.some((choice) => choice.value === value)) return { answer: value, fault: null }
  const { value: price, fault } = readNumber(value, { notNumber: 'Enter a plain number, such as 2.45' })
  return { answer: price === null ? null : String(price), fault }
}

interface QuestionFieldProps {
  readonly question: Question
  readonly value: string
  readonly onChange: (answer: string) => void
}

function QuestionField({ question, value, onChange }: QuestionFieldProps) {
  const isChoice = question.choices.some((choice) => choice.value === value)
  return (
    <Radio.Group
      label={question.text}
      value={value === '' ? null : isChoice ? value : PRICE}
      onChange={(chosen) => onChange(chosen)}
    >
      <div className={classes.answers}>
        {question.takes_price && (
          <>
            <Radio className={dialogClasses.tick ?? ''} size="md" value={PRICE} label="Dollars per share:" />
            <TextInput
              className={classes.price ?? ''}
              aria-label={`Dollars per share: ${question.symbol}`}
              inputMode="decimal"
              value={isChoice || value === PRICE ? '' : value}
              error={readAnswer(question, value).fault}
              onChange={({ target }) => onChange(target.value || PRICE)}
            />
          </>
        )}
        {question.choices.map((choice) => (
          <Radio
            key={choice.value}
            className={dialogClasses.tick ?? ''}
            size="md"
            value={choice.value}
            label={choice.label}
          />
        ))}
      </div>
    </Radio.Group>
  )
}
