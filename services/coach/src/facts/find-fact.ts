import { allFacts, type Fact } from './facts.ts'

export interface FoundFact {
  readonly fact: Fact
  /** Between 0 and 1: how close the message is to the questions of the entry. */
  readonly score: number
}

/** Different words for one thing. Longer ones first. */
const SAME_WORDS = `
itm: in[- ]the[- ]money
otm: out[- ]of[- ]the[- ]money
atm: at[- ]the[- ]money
ivrank: iv[- ]rank|ivr|volatility rank
percentile: iv[- ]percentile|ivp|percentiles?
iv: implied (?:volatility|vol)|volatility|vol
exdate: ex[- ]?div(?:idend)?(?:[- ]dates?)?|ex[- ]dates?|ex
openinterest: open[- ]interest|oi
gtc: good[- ]till?[- ]cancel\\w*
csp: cash[- ]secured(?:[- ]puts?)?
pmcc: poor man'?s(?: covered calls?| one)?
washsale: wash(?:ed)?[- ]sales?
naked: uncovered
lot: lots|batch(?:es)?|tranches?
leaps: leap calls?|leaps?
k401: 401 ?\\(?k\\)?|403b|(?:workplace|employer) plan
holdingperiod: one[- ]year (?:clock|mark)|holding periods?|long[- ]term(?: status)?|clock
buyback: (?:buy|bought|buying)(?: it| the call| my call| them| a call| the option| an option)? back|buy(?:ing)? to close|clos(?:e|ing) (?:my|the|a) (?:short )?call
rebuy: (?:buy|bought|buying)(?: it| them| the (?:stock|shares)| the same stock)? (?:back in|again)|rebuy\\w*|bought back in
takeprofit: tak(?:e|ing) profits?
wentup: (?:goes|went|going|go) up|ris(?:e|es|en|ing)|rose|climb\\w*|rall(?:y|ies|ied)|jump\\w*|spik\\w+|soar\\w*
assigned: (?:be(?:ing)? |gets? |getting |got |are |were )?(?:called|taken|call) away|(?:gets?|getting|got|being|be|are|were|was) called|los(?:e|ing) (?:my|the) (?:shares|stock)|(?:shares|stock) (?:are )?(?:gone|called)|tak(?:e|es|en|ing) (?:my|the) (?:shares|stock)|assign\\w*
exercise: exercis\\w+
afterhours: after[- ]hours?|after the (?:bell|close)|extended hours|overnight
merger: taken? over|takeover|acqui(?:red?|sition)s?|merge[rd]?s?|buyout|bought out|(?:is|being|gets|was|been) bought(?! back)
bankrupt: bankruptcy|goes? (?:bust|broke)|out of business|goes under|chapter 11
call: covered calls?|calls|options?|contracts
share: shares|stocks?|equity|equities
holder: buyers?|holders?|guy who (?:bought|holds) (?:it|the call|my call)|other side|owner of the call
write: sell(?:ing)?|sells|writ(?:e|es|ing|ten)|sold|wrote
expire: expir\\w+|expiry
tax: tax(?:es|ed|able|ation)|irs
ira: roth|retirement account
weekly: weeklies|weekl(?:ys|y)
monthly: monthlies|month(?:lys|s)?
explain: explain\\w*|define|meaning|meant|means|mean|tell me about
cent: cents|penny|pennies
premium: premiums|credit
child: kid|five|12|twelve|ten|dummies|newbie|noob|beginner|child|simple words|simply|plain english|normal (?:words|person)
difference: differ\\w*|versus|vs|compared
money: cash|dollars|bucks
broker: brokers?|brokerage|schwab|fidelity|robinhood|e-?trade|tastytrade|ibkr|interactive brokers|vanguard|webull|merrill
app: apps?|website|site|callwright
fall: falls|fell|falling|drop\\w*|tank\\w*|crash\\w*|declin\\w+|plung\\w+|sink\\w*|goes down|went down
loss: losses|lost|lose|loses|losing
reject: reject\\w*|den(?:y|ied)|refus\\w+
choose: choos\\w+|chose|pick\\w*|select\\w*
dear: expensive|pricier|costlier|dearer
deduct: deduct\\w*|write (?:it |them |that )?off|disallow\\w*
risk: risks|risky|riskier|danger\\w*|hurt\\w*
fee: fees|commissions?|charges?|charged
wide: wider|mile wide|huge
halt: halt\\w*|suspend\\w*|(?:isn't|not|stopped) trading
own: owned|owns|owning|held|hold|holding|holds
decide: decid\\w+|decision
earn: earn(?:s|ed|ing)?
often: usually|typically|normally
`
const sameWords = SAME_WORDS.trim()
  .split('\n')
  .map((line) => {
    const [word = '', patterns = ''] = line.split(/: (.*)/u)
    return [new RegExp(`\\b(?:${patterns})\\b`, 'gu'), word] as const
  })

const IGNORED = new Set(
  'a an the of to in on at for it its is are am be was do does did my me i you your we he she they and or so that this these those with by as please can could would will just really though tho actually ever anyway exactly s t re ve m'.split(
    ' ',
  ),
)

/** Words that most questions have. They tell entries apart only a little. */
const COMMON = new Set(
  'what how why when which who where should there have has had get got any some all one only just even still than then like want need true much many more not no if about'.split(
    ' ',
  ),
)
const COMMON_SHARE = 0.5

const stem = (word: string) =>
  word.length < 4
    ? word
    : word
        .replace(/ies$/u, 'y')
        .replace(/(?:ings?|ed|es|s|ly|er)$/u, '')
        .replace(/([bdgmnprt])\1$/u, '$1')
        .replace(/e$/u, '')

/** The words that matter, and each pair of neighbors among them. */
function listTerms(text: string): string[] {
  const plain = sameWords.reduce((written, [pattern, word]) => written.replace(pattern, word), text.toLowerCase())
  const words = (plain.match(/[\p{L}\d]+/gu) ?? []).filter((word) => !IGNORED.has(word)).map(stem)
  return [...words, ...words.slice(1).map((word, index) => `${words[index]} ${word}`)]
}

/** A number that no entry has says nothing. */
const NUMBER = /^\d/u

type Vector = ReadonlyMap<string, number>

/** A pair of words says more than the two alone, but is seldom met. */
const PAIR_WEIGHT = 0.6
/** Below 1, so that a single rare word does not outweigh all others. */
const RARITY_POWER = 0.7
/** A word that no entry has makes a message less like all of them. */
const FOREIGN_WEIGHT = 0.6

/** Weighs words by how few entries have them. */
class Rarity {
  readonly #weights = new Map<string, number>()
  readonly #foreign: number

  constructor(entries: readonly string[][]) {
    const counts = new Map<string, number>()
    for (const terms of entries) for (const term of new Set(terms)) counts.set(term, (counts.get(term) ?? 0) + 1)
    for (const [term, count] of counts)
      this.#weights.set(
        term,
        Math.log(1 + entries.length / count) ** RARITY_POWER *
          (term.includes(' ') ? PAIR_WEIGHT : COMMON.has(term) ? COMMON_SHARE : 1),
      )
    this.#foreign = FOREIGN_WEIGHT * Math.log(1 + entries.length / 2)
  }

  weigh(terms: readonly string[]): Vector {
    const known = [...new Set(terms)].flatMap((term): (readonly [string, number])[] => {
      const weight = this.#weights.get(term) ?? (term.includes(' ') || NUMBER.test(term) ? 0 : this.#foreign)
      return weight === 0 ? [] : [[term, weight]]
    })
    return toUnit(new Map(known))
  }
}

const toUnit = (vector: Vector): Vector => {
  const length = Math.hypot(...vector.values()) || 1
  return new Map([...vector].map(([term, weight]) => [term, weight / length]))
}

function sumOf(vectors: readonly Vector[]): Vector {
  const sum = new Map<string, number>()
  for (const vector of vectors) for (const [term, weight] of vector) sum.set(term, (sum.get(term) ?? 0) + weight)
  return toUnit(sum)
}

/** Walks the smaller of the two, because a message has far fewer words than an answer. */
const likeness = (one: Vector, other: Vector): number => {
  const [few, many] = one.size < other.size ? [one, other] : [other, one]
  let sum = 0
  for (const [term, weight] of few) sum += weight * (many.get(term) ?? 0)
  return sum
}

interface Entry {
  readonly fact: Fact
  readonly questions: readonly Vector[]
  readonly followUps: readonly Vector[]
  /** Middle of the questions. */
  readonly center: Vector
  readonly answer: Vector
}

/** From this score on, an entry answers a general question. */
export const SURE_SCORE = 0.32

/** Shares of the nearest question, of all questions together and of the answer's words in a score. */
const SHARES = { nearest: 0.4, center: 0.4, answer: 0.2 }
/** A follow-up question is that of its entry from this likeness on. */
const CONTINUED = 0.5
const SUBJECT_SHARE = 0.5

export type FactFinder = (text: string, before?: Fact | null) => readonly FoundFact[]

/** Builds a finder over entries. It compares a message with their questions by the weight of the words they share. */
export function createFinder(facts: readonly Fact[]): FactFinder {
  const rarity = new Rarity(facts.map(({ questions, title }) => [...questions, title].flatMap(listTerms)))
  const entries: readonly Entry[] = facts.map((fact) => {
    const questions = [fact.title, ...fact.questions].map((text) => rarity.weigh(listTerms(text)))
    return {
      fact,
      questions,
      followUps: fact.followUps.map((text) => rarity.weigh(listTerms(text))),
      center: sumOf(questions),
      answer: rarity.weigh(fact.lines.flatMap(listTerms)),
    }
  })
  const weigh = ({ questions, center, answer }: Entry, message: Vector) =>
    SHARES.nearest * Math.max(0, ...questions.map((one) => likeness(one, message))) +
    SHARES.center * likeness(center, message) +
    SHARES.answer * likeness(answer, message)

  return (text, before = null) => {
    const message = rarity.weigh(listTerms(text))
    const earlier = entries.find(({ fact }) => fact.id === before?.id)
    const weighed = entries.map((entry) => {
      const alone = weigh(entry, message)
      if (earlier === undefined) return { fact: entry.fact, score: alone }
      const followsUp = entry.fact.after.includes(earlier.fact.id)
      const next = followsUp ? Math.max(0, ...entry.followUps.map((one) => likeness(one, message))) : 0
      const subject = followsUp ? 1 : likeness(entry.center, earlier.center)
      return { fact: entry.fact, score: Math.max(next >= CONTINUED ? next : 0, alone * (1 + SUBJECT_SHARE * subject)) }
    })
    return weighed.toSorted((one, other) => other.score - one.score)
  }
}

let finder: FactFinder | null = null

/** The entries closest to a message, the closest first. `before` is the entry that answered the message before. */
export const findFacts: FactFinder = (text, before) => {
  finder ??= createFinder(allFacts)
  return finder(text, before)
}
