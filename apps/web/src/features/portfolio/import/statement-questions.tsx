import { Button, Radio, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import dialogClasses from '../dialogs/dialogs.module.css'
import classes from './import.module.css'
import type { EventAnswer, Import, ImportChoices } from './use-import.ts'
import '@mantine/core/styles/Radio.layer.css'

type Question = EventAnswer['questions'][number]

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
  const given = Object.entries(answers).filter(([, answer]) => answer !== '' && answer !== PRICE)
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
          aria-disabled={busy || given.length === 0}
          onClick={() => {
            if (given.length > 0) void choose({ answers: { ...choices.answers, ...Object.fromEntries(given) } })
          }}
        >
          Use these answers
        </Button>
      </div>
    </Stack>
  )
}

/** Stands for a price that is not typed yet. */
const PRICE = 'price'

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
              onChange={({ target }) => onChange(target.value.replace(/[^\d.]/g, '') || PRICE)}
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
