import { findTerm } from '@callwright/scoring/glossary'
import { findIdeas } from '../intent/concepts.ts'
import { lexicon } from '../language/lexicon.ts'

const NAMED =
  /\b(?:for|on|of|about|in|with|write|sell|analy[sz]e|symbol for|ticker (?:for|of)|price of|compare|is|what about)\s+((?:[A-Z][\p{L}&.'-]+)(?:\s+[A-Z][\p{L}&.'-]+)?)/u
const PHRASE = String.raw`([a-z][\p{L}\d&.'-]*(?: [a-z&][\p{L}\d&.'-]*){0,3}?)`
const TYPED = [
  new RegExp(
    String.raw`\b(?:options?|calls?|covered calls?|price|snapshot|expirations|chain|ticker|symbol|quote|stock|shares|rating|score|earnings|dividends?|premiums?|strikes?|rsi|iv) (?:for|on|of) ${PHRASE}(?=$|[?!.,;]| (?:with|expiring|for|that|in|over|under|delta|between|please|stock|around|about|next|this|today|now|at)\b)`,
    'u',
  ),
  new RegExp(
    String.raw`\b(?:how(?:'s|s| is| are| does)|what(?:'s|s| is| does)|where(?:'s|s| is)) ${PHRASE} (?:doing|trading|looking|pay|paying|going for|worth|at)\b`,
    'u',
  ),
  new RegExp(String.raw`\b(?:tell me about|analy[sz]e|look up|what about|how about) ${PHRASE}(?=$|[?!.,;])`, 'u'),
  new RegExp(`^(?:and|also|same for|same with|the same for|or|try) ${PHRASE}(?=[?!. ]*$)`, 'u'),
  new RegExp(`^${PHRASE}(?:'s)? (?:price|stock price|share price|stock|quote|calls|options|chain)(?=[?!. ]*$)`, 'u'),
]

/** Finds an unknown name: a capitalized word, or a word where a stock is expected. */
export function findUnknown(original: string): string | null {
  const named = NAMED.exec(original)?.[1] ?? null
  if (named !== null && !common.has(named.toLowerCase().split(' ')[0] ?? '')) return named.replace(/['.]s?$/u, '')
  const lower = original.toLowerCase()
  for (const pattern of TYPED) {
    const typed = pattern.exec(lower)?.[1]?.replace(/'s$/u, '') ?? null
    if (typed !== null && typed.length > 1 && typed.split(' ').every(isUnfamiliar)) return typed
  }
  return null
}

const isUnfamiliar = (word: string) =>
  word.length > 1 &&
  !/\d/u.test(word) &&
  !common.has(word) &&
  !lexicon.has(word) &&
  findTerm(word) === null &&
  findIdeas(word).size === 0

/** Words after `for` and similar prepositions that are not companies. */
const common = new Set(
  (
    'the this that my me a an it its all any some each every next today tomorrow monday tuesday wednesday thursday friday ' +
    'saturday sunday january february march april may june july august september october november december jan feb mar apr jun ' +
    'jul aug sep oct nov dec covered call calls option options stock stocks income risk tech technology health healthcare energy ' +
    'financial financials delta theta gamma iv rsi what which how thanks thanksgiving christmas new good black cash high low max ' +
    'min least most dte expiration expiry these those them one same another premium yield roll strategy beginners earnings ' +
    'dividends portfolio position positions about around between under over callwright rating greeks ' +
    'consumer industrials industrial materials utilities real communication information labor memorial independence juneteenth ' +
    'right now here anything something margin everything companies sale expiration ' +
    'more less higher lower closer further safer riskier cheaper longer shorter sooner later wider tighter bigger smaller better worse ' +
    'same different else others other week month year quarter day days weeks months years fridays mondays tomorrow yesterday out of up down to ' +
    'from at by or not no yes ok okay please thanks both two three four five puts put spreads leaps weekly monthly otm vega rho them they you we us he ' +
    'she who when where why can could should would will do does did be is are was were has have had i if so too very really go going get ' +
    'shares share own money trading market markets your our their his her its ' +
    'easter halloween wall street sma bollinger macd stochastic assignment early itm otm atm ex-dividend'
  ).split(' '),
)
