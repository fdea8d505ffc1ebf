import { type Answered, explainFailure, listRows, type Reply, type Session, say, showCall } from '../session.ts'
import { findFirstTerm, type Understanding } from '../understanding.ts'

const BOTH =
  /\b(?:diff(?:erence)? between|compare)\s*(.+?)\s+(?:and|versus|vs\.?|or|with|to)\s+(.+)|^(.+?)\s+(?:versus|vs\.?|different from|differs? from|compared to)\s+(.+)/u

export async function answerConcept({ said, ask }: Session): Promise<Reply> {
  const terms = listTerms(said)
  const answers = []
  for (const term of terms) {
    const found = await ask('explain_concept', { term })
    if (!found.ok) return explainFailure(found, (other) => `Explain ${other}`)
    answers.push(found)
  }
  const first = answers[0]
  return say(answers.flatMap(describeTerm), first === undefined ? null : showCall(first))
}

const describeTerm = ({ at, result }: Answered): (string | null)[] => [
  `${capitalised(String(result.term))}: ${at('sentence')}`,
  at('why'),
  result.formula === null ? null : `- Formula: ${at('formula')}`,
  result.thresholds === null ? null : `- Here: ${at('thresholds')}`,
  result.example === null ? null : `- Example: ${at('example')}`,
]

const capitalised = (term: string) => `${term.charAt(0).toUpperCase()}${term.slice(1)}`

const MOST_LETTERS = 80
const STOP =
  /\b(?:explain|define|what|whats|what's|is|are|an?|the|does|do|mean|means|meaning|of|please|can|you|tell|me|to|how|works?|in|options?|trading|for|definition|about|ideal|best|concept|term|stands? for)\b/gu

/** The terms to explain, by the ids of the glossary where it knows them. */
function listTerms({ rest, term }: Understanding): string[] {
  const both = BOTH.exec(rest)
  const pair =
    both === null ? [] : [both[1] ?? both[3], both[2] ?? both[4]].flatMap((part) => findFirstTerm(part ?? '')?.id ?? [])
  if (pair.length === 2 && pair[0] !== pair[1]) return pair
  if (term !== null) return [term.id]
  const words = rest
    .replace(STOP, ' ')
    .replace(/[^\p{L}\p{N} &%/-]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
  return [(words === '' ? rest : words).slice(0, MOST_LETTERS)]
}

export async function answerHelp({ said, ask }: Session): Promise<Reply> {
  const found = await ask('app_help', { topic: said.text.slice(0, 120) })
  if (!found.ok) return explainFailure(found, (title) => `How do I: ${title}`)
  const { at, result } = found
  const steps = Array.isArray(result.steps) ? result.steps : []
  return say([`${at('title')}:`, ...steps.map((_step, index) => `- ${at(`steps.${index}`)}`)], showCall(found))
}

const ABILITIES = [
  '- Find opportunities: the best-rated stocks for covered calls, within your filters.',
  '- Analyze options chains: calls by delta, days, strike or premium, and strikes side by side.',
  '- Explain strategies, terms and how this product works.',
  '- Review your portfolio: what each position earns, what the rules say of it and why, and rolls.',
  '- Calculate returns and risks of a covered call, from the market or from your own figures.',
]

export const answerAbilities = ({ said }: Session): Reply =>
  /\bthank|\bthx\b/u.test(said.text) ? say(['You are welcome.']) : say(['I can help with covered calls:', ...ABILITIES])

/** The rows of the last card, for "the second one". */
export const listCardRows = (card: unknown) => {
  if (typeof card !== 'object' || card === null || !('content' in card)) return []
  const { content } = card
  if (Array.isArray(content)) return listRows({ rows: content })
  const table = typeof content === 'object' && content !== null && 'table' in content ? content.table : null
  return typeof table === 'object' && table !== null ? listRows({ ...table }) : []
}
