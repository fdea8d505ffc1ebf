import { Button } from '@mantine/core'
import { formatPrice } from '../../../shared/format/numbers.ts'
import classes from '../import/import.module.css'
import type { Import, ImportChoices, StatementQuestion } from '../import/use-import.ts'

interface GivenAnswersProps {
  /** Every question that the server asked about this text. */
  readonly asked: readonly StatementQuestion[]
  readonly choices: ImportChoices
  readonly choose: Import['choose']
  readonly busy: boolean
}

/** The answers given so far. Each can be taken back, and then the question is asked again. */
export function GivenAnswers({ asked, choices, choose, busy }: GivenAnswersProps) {
  const { answers = {} } = choices
  const given = asked.flatMap((question) => {
    const answer = answers[question.id]
    return answer === undefined ? [] : [{ question, answer }]
  })
  if (given.length === 0) return null
  const change = (id: string) => {
    const { [id]: _dropped, ...kept } = answers
    void choose({ answers: kept })
  }
  return (
    <section aria-label="Your answers">
      <ul className={classes.given}>
        {given.map(({ question, answer }) => (
          <li key={question.id}>
            <span>
              {question.text} <strong>{describeAnswer(question, answer)}</strong>
            </span>
            <Button
              variant="subtle"
              aria-label={`Change the answer: ${question.text}`}
              aria-disabled={busy}
              onClick={() => {
                if (!busy) change(question.id)
              }}
            >
              Change
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const describeAnswer = ({ choices }: StatementQuestion, answer: string): string =>
  choices.find(({ value }) => value === answer)?.label ?? `$${formatPrice(Number(answer))}`
