import { useAttentionQuery, usePositionsQuery } from '../../../api/portfolio-endpoints.ts'
import { nameCall } from '../../../shared/format/name-call.ts'
import { coachWords } from '../coach-words.ts'
import classes from './side.module.css'

const words = coachWords.side
const MOST = 3

/** Questions about the reader's own calls, those first that ask for something. */
export function useOwnQuestions(): readonly string[] {
  const { data: attention } = useAttentionQuery()
  const { data: list } = usePositionsQuery()
  const urgent = (attention?.entries ?? []).map(({ ticker, strike, reasons }) => {
    const call = nameCall({ ticker, strikePrice: strike })
    // A call that is over, or whose terms a split has changed, can be neither rolled nor closed.
    if (reasons.some(({ id }) => id === 'expired' || id === 'split')) return { call, text: words.doing(call) }
    return { call, text: reasons.some(({ id }) => id === 'profit') ? words.close(call) : words.roll(call) }
  })
  const asked = new Set(urgent.map(({ call }) => call))
  const others = (list?.positions ?? [])
    .map(({ position }) => nameCall(position))
    .filter((call) => !asked.has(call))
    .map((call) => ({ call, text: words.doing(call) }))
  return [...new Set([...urgent, ...others].map(({ text }) => text))].slice(0, MOST)
}

interface PositionQuestionsProps {
  readonly questions: readonly string[]
  readonly isWaiting: boolean
  readonly onAsk: (text: string) => void
}

export function PositionQuestions({ questions, isWaiting, onAsk }: PositionQuestionsProps) {
  if (questions.length === 0) return null
  return (
    <section className={classes.part} aria-label={words.positions}>
      <h2>{words.positions}</h2>
      <ul>
        {questions.map((question) => (
          <li key={question}>
            <button type="button" aria-disabled={isWaiting} onClick={() => !isWaiting && onAsk(question)}>
              {question}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
