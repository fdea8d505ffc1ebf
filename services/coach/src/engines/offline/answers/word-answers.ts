import { type Answered, explainFailure, type Reply, type Session, say, showCall } from '../session.ts'
import { findFirstTerm, type Understanding } from '../understanding.ts'

const BOTH =
  /\b(?:diff(?:erence)? between|compare) ?(.+?) (?:and|versus|vs\.?|or|with|to) (.+)|^(.+?) (?:versus|vs\.?|different from|differs? from|compared to) (.+)/u

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
  result.thresholds === null ? null : `- Thresholds: ${at('thresholds')}`,
  result.example === null ? null : `- Example: ${at('example')}`,
]

const capitalised = (term: string) => `${term.charAt(0).toUpperCase()}${term.slice(1)}`

const MAX_LETTERS = 80
const STOP =
  /\b(?:explain|define|what|whats|what's|is|are|an?|the|does|do|mean|means|meaning|of|please|can|you|tell|me|to|how|works?|in|options?|trading|for|definition|about|ideal|best|concept|term|stands? for)\b/gu

/** Questions about what happens to the shares. The answer explains covered calls. */
const OF_THE_TRADE =
  /\b(?:stock|shares|price|it)\b.*\b(?:drops?|falls?|crash\w*|tanks?|goes|rises?|rall\w+|moons?)\b|\b(?:downside|risks?|upside|point|benefit)\b/u

/** Terms to explain: the glossary id, or the term as written if the glossary lacks it. */
function listTerms({ rest, term }: Understanding): string[] {
  const both = BOTH.exec(rest)
  const pair =
    both === null ? [] : [both[1] ?? both[3], both[2] ?? both[4]].flatMap((part) => findFirstTerm(part ?? '')?.id ?? [])
  if (pair.length === 2 && pair[0] !== pair[1]) return pair
  if (term !== null) return [term.id]
  if (OF_THE_TRADE.test(rest)) return ['covered_call']
  const words = rest
    .replace(STOP, ' ')
    .replace(/[^\p{L}\p{N} &%/-]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
  return [(words === '' ? rest : words).slice(0, MAX_LETTERS)]
}

/** Patterns of how-to questions, each with its help topic. */
const helpWords: readonly (readonly [RegExp, string])[] = [
  [/\b(?:import|export|csv|upload|download|spreadsheet|excel|back ?up)\b/u, 'import_positions'],
  [
    /\b(?:delete|remove|edit|change|fix|correct|undo|update|mark|close)\b.*\b(?:positions?|trades?|holdings?|entry)\b|\b(?:wrong|mistake)\b/u,
    'edit_position',
  ],
  [
    /\b(?:add|put(?:ting)? in|put|enter|log|record|input|track|type in|key in|create|register)\b.*\b(?:positions?|trades?|calls?|holdings?|shares|stock|portfolio)\b/u,
    'add_position',
  ],
  [/\b(?:save|keep|store)\b.*\b(?:screens?|filters?|searche?s?)\b|\bsaved screens?\b|\bpreset/u, 'saved_screens'],
  [/\bcolumns?\b/u, 'columns'],
  [/\bweights?\b|\bcustomi[sz]e (?:the |my )?(?:rating|score)\b/u, 'weights'],
  [/\b(?:refresh|recompute|rescan|update the (?:data|list|screener))\b/u, 'refresh'],
  [/\b(?:filter|sort|screen)\b/u, 'screen'],
  [/\b(?:chart|indicators?|bollinger|candles|timeframe)\b/u, 'chart'],
  [/\b(?:clear|erase|wipe|forget|delete)\b.*\b(?:chat|conversation|history|messages)\b/u, 'coach'],
  [/\b(?:password|theme|dark|light|colou?rs?|settings|sign out|log ?out|account|email|sessions?)\b/u, 'settings'],
  [/\b(?:data|prices|quotes|numbers|figures)\b.*\b(?:from|source|come)\b|\bwhat data\b|\bprovider\b/u, 'market_data'],
  [/\b(?:recommendation|badge|rules)\b/u, 'recommendation'],
]
const findHelp = (text: string) => helpWords.find(([words]) => words.test(text))?.[1] ?? null

export async function answerHelp({ said, ask }: Session): Promise<Reply> {
  const found = await ask('app_help', { topic: findHelp(said.text) ?? said.text.slice(0, 120) })
  if (!found.ok) return explainFailure(found, (title) => `How do I: ${title}`)
  const { at, result } = found
  const steps = Array.isArray(result.steps) ? result.steps : []
  return say([`${at('title')}:`, ...steps.map((_step, index) => `- ${at(`steps.${index}`)}`)], showCall(found))
}

const ABILITIES = [
  '- Find opportunities: the best-rated stocks for covered calls that match your filters.',
  '- Analyze options chains: calls by delta, days, strike or premium, with strikes side by side.',
  '- Explain strategies, terms and how this product works.',
  '- Review your portfolio: P&L, recommendations with their reasons, and rolls.',
  '- Calculate returns and risks of a covered call, from market data or your own figures.',
]

export const answerAbilities = ({ said }: Session): Reply =>
  /\bthank|\bthx\b/u.test(said.text) ? say(['You’re welcome.']) : say(['I can help with covered calls:', ...ABILITIES])
