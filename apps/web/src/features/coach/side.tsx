import type { ChatSource } from '@callwright/contracts'
import { Text } from '@mantine/core'
import { type AttentionEntry, useAttentionQuery, usePositionsQuery } from '../../api/portfolio.ts'
import { formatInteger } from '../../shared/format/numbers.ts'
import { type NamedCall, nameCall } from '../../shared/format/positions.ts'
import { capitalize } from '../../shared/format/words.ts'
import { PartTitle } from '../../shared/ui/figures.tsx'
import classes from './coach.module.css'
import { nameTool, type ShownMessage } from './conversation.ts'

const MAX_QUESTIONS = 3

interface OwnCalls {
  readonly entries: readonly Pick<AttentionEntry, 'symbol' | 'strike' | 'reasons'>[]
  readonly positions: readonly { readonly position: NamedCall; readonly state: 'open' | 'expired' }[]
}

/**
 * Questions about open calls; calls that need action come first. Skips calls that cannot be rolled or closed: expired
 * ones and those with terms changed by a split or spin-off.
 */
export function listOwnQuestions({ entries, positions }: OwnCalls): readonly string[] {
  const urgent = entries
    .filter(({ reasons }) => !reasons.some(({ id }) => id === 'expired' || id === 'split' || id === 'spin_off'))
    .map(({ symbol, strike, reasons }) => {
      const call = nameCall({ symbol, strike })
      return {
        call,
        text: reasons.some(({ id }) => id === 'profit') ? `Should I close my ${call}?` : `Should I roll my ${call}?`,
      }
    })
  const asked = new Set(urgent.map(({ call }) => call))
  const others = positions
    .filter(({ state }) => state === 'open')
    .map(({ position }) => nameCall(position))
    .filter((call) => !asked.has(call))
    .map((call) => ({ call, text: `How is my ${call} doing?` }))
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
    <section className={classes.part} aria-label="Ask about your positions">
      <PartTitle order={2}>Ask about your positions</PartTitle>
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

/** Data sources used in the conversation, each listed once with its latest row count. */
export function UsedSources({ messages }: { readonly messages: readonly ShownMessage[] }) {
  const used = listUsed(messages.flatMap(({ sources }) => sources))
  return (
    <section className={classes.part} aria-label="Used in this conversation">
      <PartTitle order={2}>Used in this conversation</PartTitle>
      {used.length === 0 && <Text c="var(--text-faint)">Nothing yet. The data behind each answer is listed here.</Text>}
      <ul>
        {used.map(({ name, rows }) => (
          <li key={name}>
            <span>{name}</span>
            {rows !== null && (
              <Text component="span" c="var(--text-faint)">
                {formatInteger(rows)} {rows === 1 ? 'row' : 'rows'}
              </Text>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function listUsed(sources: readonly ChatSource[]) {
  const rowsByName = new Map<string, number | null>()
  for (const { tool, args, outcome, rows } of sources) {
    const symbol = typeof args.symbol === 'string' ? ` ${args.symbol}` : ''
    if (outcome === 'ok') rowsByName.set(capitalize(nameTool(tool)) + symbol, rows)
  }
  return [...rowsByName].map(([name, rows]) => ({ name, rows }))
}
