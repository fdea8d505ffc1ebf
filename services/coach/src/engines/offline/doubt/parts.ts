/** A message as the situation that it tells and the questions that it asks. */
export interface Parts {
  /** Sentences that ask nothing, joined. They give figures and stocks to every question. */
  readonly situation: string
  /** In their order; the whole message if it has no question. */
  readonly questions: readonly string[]
}

/** A period after initials, as in "J.M. Smucker", or inside a figure ends no sentence. */
const SENTENCE = /(?<=[?!])[?!.]{0,3} (?=\S)|(?<=[\p{L}\d%]{3}|[\d%]{2})\.{1,3} (?=\S)|; (?=\S)/u
const ASKING =
  "what|what's|whats|how|how's|hows|when|when's|whens|which|where|who|who's|why|show|give|list|find|explain|tell me"
/** After "and", a verb alone may continue the question before it: "pays a dollar and is still 4% out". */
const WITH_SUBJECT =
  '(?:is|are|does|do|did|should|will|would|could|can) (?:i|you|we|it|that|this|they|those|there|the|my|one|any)'
const OPENING = '(?:(?:and|but|so|ok|okay|also|then|now|please|pls|well|hi|hello|hey|thanks|plus|if so),? ){0,3}'
/** A second question after "and", as in "its price, and when does it report". */
const JOINED = new RegExp(
  `(?:,? and|,? but|, ?(?:so|then|also)) (?=(?:also |then )?(?:${ASKING}|${WITH_SUBJECT})\\b)`,
  'iu',
)
const ASKS = new RegExp(
  `^(?:and )?if so\\b|^${OPENING}(?:${ASKING}|is|are|does|do(?! not)|did|should|will|would|could|can|compare|rank|calculate|am|was|were|has|have|any|anything|worth|suggest|(?:i|i'd|we) (?:want|need|would like|like) to know|looking for)\\b`,
  'iu',
)
const VERDICTS =
  'good|bad|ok|okay|decent|fair|normal|usual|typical|high|low|rich|cheap|thin|thick|wide|tight|liquid|enough|safe|risky|dangerous|smart|dumb|stupid|wise|sensible|reasonable|realistic|attractive|worth (?:it|the [a-z]{1,12}|doing|selling)|too [a-z]{1,12}|a (?:lot|problem|concern|good [a-z]{1,12}|bad [a-z]{1,12}|fair [a-z]{1,12})'
/** "Is that thin?", "any good?": a yes or no about the answer to the question before. */
const JUDGES = new RegExp(
  `^${OPENING}(?:(?:is|are|was|isn't|aren't) (?:that|this|it|those|they|these) (?:[a-z]{1,12} ){0,2}(?:${VERDICTS})\\b|(?:any|is it any) good\\b|worth (?:it|the)\\b|good or bad\\b|(?:should|would) (?:i|you|we)(?: do (?:it|that))?\\?{0,1}$)`,
  'iu',
)
/** Questions that suppose something in a part of their own belong together: "If I sell it, what do I keep". */
const SUPPOSES = /^(?:if|when|once|suppose|assuming|say)\b/iu
const MIN_WORDS = 3
const MAX_QUESTIONS = 3

const countWords = (text: string) => text.split(' ').length
/** Whether a sentence asks something. */
const asks = (sentence: string) => /\?[?!.]{0,3}$/u.test(sentence) || ASKS.test(sentence)

/** Whether a part only asks for a yes or no about the answer before it. */
export const asksJudgement = (part: string) => JUDGES.test(part.trim()) && countWords(part.trim()) <= 9

/** "Price of KO" asks beside "and when does it report", "I hold KO" does not. */
const TELLS =
  /^(?:i|i'm|i've|i'd|we|we're|my|our|bought|sold|got|had|paid|holding|own|let's|say|the|a|an|it|it's|this|that|they|stock)\b/iu

interface Sentence {
  readonly text: string
  readonly asks: boolean
}

function splitSentence(sentence: string): Sentence[] {
  const whole = [{ text: sentence, asks: asks(sentence) }]
  const [first = '', second, ...others] = sentence.split(JOINED)
  if (second === undefined || others.length > 0 || SUPPOSES.test(sentence)) return whole
  if ([first, second].some((part) => countWords(part) < MIN_WORDS) || !asks(second)) return whole
  return asks(first) || !TELLS.test(first) ? [first, second].map((text) => ({ text, asks: true })) : whole
}

/** Splits a message into the situation it tells and the questions it asks. */
export function readParts(message: string): Parts {
  const sentences = message
    .replace(/\s+/gu, ' ')
    .trim()
    .split(SENTENCE)
    .flatMap((sentence) => (sentence.trim() === '' ? [] : splitSentence(sentence.trim())))
  const questions = sentences.filter((one) => one.asks).map(({ text }) => text)
  const statements = sentences.filter((one) => !one.asks).map(({ text }) => text)
  if (questions.length === 0 || questions.length > MAX_QUESTIONS) return { situation: '', questions: [message] }
  return { situation: statements.join('. '), questions }
}
