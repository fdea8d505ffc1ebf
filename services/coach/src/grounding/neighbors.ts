/** A position may be one contract or many. */
export const moneyPers = ['share', 'contract', 'position'] as const
export type MoneyPer = (typeof moneyPers)[number]

/** Facts about a figure from the words around it. */
export interface Neighbors {
  /** Unit of an amount, as in `$1.37 a share`. */
  readonly per: 'share' | 'contract' | null
  /** Direction in phrases such as `up 2%`, `a gain of $40` and `is down 2%`. */
  readonly direction: 'up' | 'down' | null
  /** Whether the text states a current fact, as in `its RSI is 70` and `it expires in 45 days`. */
  readonly isState: boolean
}

const PER = /^[,.]?\s?(?:\/|(?:per|(?:for |on |of )?(?:a|an|each|every|one))\s)\s?(?<what>share|contract)\b/iu
const ABOUT = '(?:by |about |around |roughly |nearly |almost |some |of |a )*'
const UP = new RegExp(`(?:\\+|\\b(?:up|gains?|gained|profits?|rose|risen|rises|climbed|earned|made)\\s${ABOUT})$`, 'iu')
const DOWN = new RegExp(
  `\\b(?:(?:is|are|was|were) down|fell|has fallen|have fallen|dropped|declined)\\s${ABOUT}$`,
  'iu',
)
const STATE =
  /(?:\b(?:is|are|was|were|stands at|sits at|reads|captured|has|have)|\bexpir(?:es|ed|ing) in)(?:\s(?:at|now|currently|about|around|only|just|already|nearly|over|above))*\s$/iu
const REACH = 48

export function readNeighbors(text: string, start: number, end: number): Neighbors {
  const before = text.slice(Math.max(0, start - REACH), start)
  const per = PER.exec(text.slice(end, end + REACH))?.groups?.what?.toLowerCase()
  return {
    per: per === 'share' || per === 'contract' ? per : null,
    isState: STATE.test(before),
    direction: UP.test(before) ? 'up' : DOWN.test(before) ? 'down' : null,
  }
}

/** Whether a value's sign agrees with the direction in the text. */
export const matchesDirection = (value: number, direction: Neighbors['direction']): boolean =>
  direction === null || (direction === 'up' ? value >= 0 : value <= 0)
