import { type AttentionEntry, useAttentionQuery, usePositionsQuery } from '../../../api/portfolio-endpoints.ts'
import { type NamedCall, nameCall } from '../../../shared/format/name-call.ts'
import { coachWords } from '../coach-words.ts'
import classes from './side.module.css'

const words = coachWords.side
const MAX_QUESTIONS = 3

interface OwnCalls {
  readonly entries: readonly Pick<AttentionEntry, 'ticker' | 'strike' | 'reasons'>[]
  readonly positions: readonly { readonly position: NamedCall; readonly state: 'open' | 'expired' }[]
}

/**
 * Questions about open calls; calls that need action come first. Skips calls that cannot be rolled or closed: expired
 * ones and those with terms changed by a split or spin-off.
 */
export function listOwnQuestions({ entries, positions }: OwnCalls): readonly string[] {
  const urgent = entries
    .filter(({ reasons }) => !reasons.some(({ id }) => id === 'expired' || id === 'split' || id === 'spin_off'))
    .map(({ ticker, strike, reasons }) => {
      const call = nameCall({ ticker, strikePrice: strike })
      return { call, text: reasons.some(({ id }) => id === 'profit') ? words.close(call) : words.roll(call) }
    })
  const asked = new Set(urgent.map(({ call }) => call))
  const others = positions
    .filter(({ state }) => state === 'open')
    .map(({ position }) => nameCall(position))
    .filter((call) => !asked.has(call))
    .map((call) => ({ call, text: words.doing(call) }))
  return [...new Set([...urgent, ...others].map(({ text }) => text))].slice(0, MAX_QUESTIONS)
}

export function useOwnQuestions(): readonly string[] {
  const { data: attention } = useAttentionQuery()
  const { data: list } = usePositionsQuery()
  return listOwnQuestions({ entries: attention?.entries ?? [], positions: list?.positions ?? [] })
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
