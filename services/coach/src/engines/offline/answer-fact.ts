import { findFacts, SURE_SCORE } from '../../facts/find-fact.ts'
import { askBack, explain, isKnown, say } from './replies.ts'
import type { Reply, Session } from './session.ts'

const NEAR_SCORE = 0.15
const MAX_OFFERED = 3

/** Answers with the closest entry of the facts, or offers the closest; null if none is close. */
export const answerNearest = async (session: Session): Promise<Reply | null> => {
  const [best] = findFacts(session.question.text)
  return best !== undefined && best.score >= SURE_SCORE
    ? answerFact(session, best.fact.id)
    : explainMissing(session.question.text)
}

/** Offers the entries of the facts that are closest to a question; null if none is close. */
export function explainMissing(text: string): Reply | null {
  const near = findFacts(text).slice(0, MAX_OFFERED)
  return near.some(({ score }) => score >= NEAR_SCORE)
    ? askBack(
        'I am not sure which of these you mean.',
        [],
        near.map(({ fact }) => fact.title),
      )
    : null
}

const OTHERS = 'If you meant something else, choose one of these.'
export const NO_ADVICE =
  'This is general US tax information, not advice: what applies to you is for a tax professional to say.'

/**
 * Answers with an entry of the facts, by its id, or with a term of the glossary. `near` are the titles of entries that
 * are almost as close to the message: they become buttons.
 */
export async function answerFact(
  { question, ask }: Session,
  name: string,
  near: readonly string[] = [],
): Promise<Reply> {
  const found = await ask('explain_concept', { term: name })
  if (!found.ok) return explain(found)
  const { at, result } = found
  const example = isKnown(result.example) ? `Example: ${at('example')}` : null
  const why = result.why === '' ? null : at('why')
  const last = question.intent === 'tax' ? NO_ADVICE : example
  if (near.length === 0) return say([at('sentence'), why, last], found)
  const { lines } = say([[at('sentence'), why ?? ''].join(' ').trim(), last, OTHERS], found)
  return { lines, card: { kind: 'clarify', question: OTHERS, choices: near }, options: [] }
}

const EXPLAINS =
  /\b(?:explain|define|describe)\b|\bwhat (?:does|do|is|are)\b(?:(?!\bif\b).){1,40}\b(?:mean|called)\b|\bwhat(?:'s| is| are) (?:an? |the )?(?:difference|meaning)\b|\blike i(?:'m| am)\b|\bin (?:plain|simple) (?:english|words|terms)\b/u

const PART = /[?;.] |, | and (?=what|explain|tell)/u

/** Adds the general answer to a calculation if the message asks for an explanation, too. */
export async function explainFigures({ question, ask }: Session, reply: Reply): Promise<Reply> {
  const asked = question.text.split(PART).find((part) => EXPLAINS.test(part))
  const [best] = asked === undefined ? [] : findFacts(asked)
  if (reply.card?.kind === 'clarify' || best === undefined || best.score < SURE_SCORE) return reply
  const found = await ask('explain_concept', { term: best.fact.id })
  return found.ok ? { ...reply, lines: [...reply.lines.slice(0, 1), found.at('sentence')] } : reply
}
