import type { Question } from '../conversation/fit-intent.ts'
import type { Reading } from '../reading/read-message.ts'
import { askBack, say } from '../replies.ts'
import type { Option, Reply } from '../session.ts'
import type { Answer } from './doubt.ts'

export const OUT_OF_SCOPE =
  'That is outside what I can help with. I answer questions about covered calls only: calls on shares, stocks to write them on, your positions and this app.'

const EXAMPLES = ['AAPL', 'MSFT', 'NVDA']

export function askWhichStock(question: Question, candidates: readonly string[]): Reply {
  const asked =
    candidates.length === 0 ? 'Which stock do you mean?' : `Do you mean the stock ${candidates.join(' or ')}?`
  return askBack(
    asked,
    (candidates.length > 0 ? candidates : EXAMPLES).map((symbol) => ({
      label: symbol,
      intent: question.intent,
      slots: { ...question.slots, stocks: [symbol] },
    })),
  )
}

export function askReading(options: readonly Option[], { slots, text }: Reading, missed: readonly string[]): Answer {
  const [first] = options
  if (first === undefined) return { reply: say([OUT_OF_SCOPE]), question: null, missed: [] }
  const reply = askBack('I am not sure what you mean. Which of these is it?', options)
  const question = { intent: first.intent, slots: { ...slots, ...first.slots }, text, asksWhy: false, isCarried: false }
  return { reply, question, missed }
}
