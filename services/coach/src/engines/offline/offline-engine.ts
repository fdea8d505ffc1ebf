import type { Draft, Engine, EngineInput } from '../../turn/types.ts'
import { answerTopic } from './answer-topic.ts'
import { describeFormerSymbols } from './entities/former-names.ts'
import { guessMessages, isAboutTrading } from './guesses.ts'
import { findRefusal } from './refusals.ts'
import { clarify, createAsk, type Reply, say } from './session.ts'
import { openDirectory } from './stock-directory.ts'
import { followTopic, type Resolved, resolveTopic } from './topic.ts'
import { understand } from './understanding.ts'

const OUT_OF_SCOPE =
  'That is outside what I can help with. I answer questions about covered calls, stocks, your positions and this app.'

/** Rule-based engine that needs no key or network. The same question and data always produce the same answer. */
export const createOfflineEngine = (): Engine => ({ name: 'offline', model: 'rules', run })

async function run(input: EngineInput): Promise<Draft> {
  const { text, card } = await answer(input)
  return {
    text,
    card,
    usage: { modelTurns: 0, inputTokens: 0, outputTokens: 0 },
    repair: null,
  }
}

async function answer(input: EngineInput): Promise<Reply> {
  const { message, history, page, asOf, listed } = input
  const directory = openDirectory(listed)
  const parsed = understand(message, asOf, directory)
  const refusal = findRefusal(parsed.text, parsed.marked)
  if (refusal !== null) return say([refusal])
  const resolved = resolveTopic(parsed, followTopic(history, asOf, directory))
  if (resolved.topic === null) return askBack(resolved)
  const last = history.findLast(({ role }) => role === 'assistant') ?? null
  const { said } = resolved.topic
  const reply = await answerTopic(resolved.topic, {
    said,
    page,
    last,
    describeStock: directory.describe,
    ask: createAsk(input),
  })
  const renamed = describeFormerSymbols(message, said.symbols)
  return renamed === null || reply.card?.kind === 'clarify' ? reply : { ...reply, text: `${renamed}\n${reply.text}` }
}

function askBack({ said, scored }: Resolved): Reply {
  if (!isAboutTrading(said)) return say([OUT_OF_SCOPE])
  return clarify('I’m not sure what you mean. Did you mean one of these?', guessMessages(said, scored))
}
