import type { Intent } from '../../intents.ts'
import type { Slots } from '../slots.ts'
import { isOrdinary, isUnfamiliar } from './spelling.ts'

/** Something that a message asks for, and the only readings whose answers give it. */
interface Demand {
  readonly asks: RegExp
  readonly met: ReadonlySet<string>
}

const demand = (asks: RegExp, met: string): Demand => ({ asks, met: new Set(met.split(' ')) })
const WORDS = 'concept tax help news alert abilities other search'
const BOOK = 'portfolio attention ranking income gains own_dates chain weights walk'

const demands: readonly Demand[] = [
  demand(/\b(?:commissions?|fees?)\b/u, `${WORDS} income arithmetic`),
  demand(/\bside by side\b|\bversus\b|\bvs\b|\bcompare[ds]?\b/u, `${WORDS} ${BOOK} compare arithmetic position screen`),
  demand(
    /\bhow (?:many days|long)\b/u,
    `${WORDS} dates own_dates expirations market arithmetic ranking position coverage calls trade`,
  ),
  demand(
    /\bhow many\b(?! (?:days|dollars?|percent|contracts (?:are |do )?(?:open|out|trade)))/u,
    `${WORDS} ${BOOK} position coverage arithmetic expirations dates market screen`,
  ),
  demand(/\bwhy\b/u, `${WORDS} ${BOOK} stock calls trade compare position roll attention`),
  demand(
    /(?<!\beven )\bif\b/u,
    `${WORDS} ${BOOK} scenario profit arithmetic trade roll calls coverage dates puts position compare market`,
  ),
  demand(
    /\b(?:(?<!\blast )chances?|odds|probabilit\w+|likelihood)\b/u,
    `${WORDS} trade calls position ranking attention compare`,
  ),
  demand(
    /\b(?:together|altogether|combined|in total)\b/u,
    `${WORDS} ${BOOK} arithmetic profit calls trade compare coverage`,
  ),
  demand(
    /\b(?:(?:last|previous|the past) (?:\w+ )?(?:weeks?|months?|years?|quarters?)|history|historically|backtest\w*)\b/u,
    `${WORDS} ${BOOK} volatility market dates`,
  ),
  demand(/\b(?:(?:comes|reports?|goes ex) first|sooner|before or after)\b/u, `${WORDS} ${BOOK} dates compare`),
  demand(
    /\bbreak-?\s?even\b/u,
    `${WORDS} ${BOOK} profit arithmetic calls trade compare position puts scenario chain screen`,
  ),
  demand(/\btax(?:es|ed)?\b/u, `${WORDS} gains`),
  demand(/\bdividend yields?\b/u, `${WORDS} stock screen compare dates`),
  demand(
    /\bdividends?\b(?! yields?)/u,
    `${WORDS} ${BOOK} dates expirations screen stock calls trade compare roll position`,
  ),
  demand(
    /\b(?:goes?|going) ex\b|\bex-?\s?div\w*\b(?=.*\b(?:within|in) the next\b)/u,
    `${WORDS} ${BOOK} dates calls position roll compare screen`,
  ),
  demand(/\bearnings\b/u, `${WORDS} ${BOOK} dates expirations screen stock calls trade roll position market compare`),
  demand(/\brsi\b/u, `${WORDS} technical stock screen compare`),
  demand(/\b(?:share|percent\w*|%|part|fraction) of my (?:account|portfolio|money)\b/u, `${WORDS} weights ranking`),
  demand(/\b(?:on the table(?![^;]{0,80}\bmid\b)|just holding|buy and hold)\b/u, `${WORDS} portfolio chain`),
  demand(/\b(?:each|every) (?:of|one|stock|position|call)\b/u, `${WORDS} ${BOOK} compare coverage arithmetic`),
  demand(/\b(?:which|what) expir\w+ first\b/u, `${WORDS} ranking own_dates expirations`),
  demand(/\baverage\b/u, `${WORDS} arithmetic technical profit stock chain ranking income screen`),
  demand(/\bper day\b/u, `${WORDS} compare calls trade`),
  demand(/\bquarters?\b/u, `${WORDS} calls expirations dates market`),
  demand(/\bputs?\b/u, `${WORDS} puts compare`),
]

const singles: ReadonlySet<Intent> = new Set(['calls', 'trade', 'puts', 'expirations', 'price', 'position', 'roll'])

/** The words of a message that ask for what the answer of this reading does not give. */
export function listUnmet(text: string, intent: Intent, slots: Slots): string[] {
  const wrong = demands.flatMap(({ asks, met }) => {
    const found = met.has(intent) ? null : asks.exec(text)
    const isSorted = intent === 'compare' && slots.sort !== null
    const isVerb = found?.[0] === 'put' && slots.right === null
    const isBound = found !== null && /^chance|^odds|^prob|^likel/u.test(found[0]) && slots.chancePct !== null
    return found === null || isSorted || isVerb || isBound ? [] : [`“${found[0]}”`]
  })
  return singles.has(intent) && slots.stocks.length > 1 ? [...wrong, slots.stocks.slice(1).join(', ')] : wrong
}

const MIN_WORD = 3
const MAX_NAMED = 3
const listWords = (text: string) => text.match(/(?<![\p{L}'-])[a-z]+(?![\p{L}'-])/gu) ?? []

/** Words that neither the phrases nor the glossary know. */
export const listUnfamiliar = (text: string): string[] =>
  [...new Set(listWords(text))].filter((word) => word.length >= MIN_WORD && isUnfamiliar(word)).slice(0, MAX_NAMED)

/** Whether a message holds unfamiliar words and none that belong to the subject. */
export const isGibberish = (text: string): boolean =>
  listUnfamiliar(text).length > 0 &&
  listWords(text).every((word) => word.length <= MIN_WORD || isOrdinary(word) || isUnfamiliar(word))
