/** A strike counted from the price: 1 is the first listed one above it, -1 the first below, 0 the nearest. */
const COUNTS: Readonly<Record<string, number>> = {
  first: 1,
  '1st': 1,
  next: 1,
  nearest: 1,
  closest: 1,
  one: 1,
  '1': 1,
  second: 2,
  '2nd': 2,
  '2': 2,
  third: 3,
  '3rd': 3,
  '3': 3,
  '4': 4,
  '5': 5,
}
const COUNT = `(${Object.keys(COUNTS).join('|')})`
const MONEY_SIDE = `(?:out[- ]of[- ]the[- ]money|otm|in[- ]the[- ]money|itm)`
const PRICE = String.raw`(?: the| its| today's| current| present| stock| share| market| §(?:'s)?){0,4} (?:price|money|stock|market|spot|§)\b`
const SIDE = `(${MONEY_SIDE}|(?:above|over|past|below|under|beneath)${PRICE})`
const IS = `(?: that's| that is| which is| listed| available| just| right| immediately| directly| call){0,3}`
/** Several strikes in a row: "the first 3 strikes above the price", "the 3 closest strikes". */
const IN_A_ROW = new RegExp(
  String.raw`\b(?:the )?(?:(?:first|next|nearest|closest|lowest) (\d) (?:call )?strikes|(\d) (?:next|nearest|closest|first) (?:(${MONEY_SIDE}) )?(?:call )?strikes|(\d) (${MONEY_SIDE}) (?:call )?(?:strikes|calls)|(\d) (?:call )?strikes(?= (?:above|over|past|near|around|closest|nearest)))(?:${IS} ${SIDE}|(?: to| near| around)?${PRICE})?`,
  'u',
)
const patterns: readonly RegExp[] = [
  new RegExp(String.raw`\b${COUNT} (?:call )?strikes?${IS} ${SIDE}`, 'gu'),
  new RegExp(String.raw`\b${COUNT} (${MONEY_SIDE})(?: (?:¤|weekly|monthly|§)){0,2} (?:strikes?|calls?|one)\b`, 'gu'),
  new RegExp(String.raw`\bstrike (?:is |being )?(?:the )?(first|next|second|1st|2nd) ${SIDE}`, 'gu'),
  new RegExp(String.raw`\b(?:strike|call|one) (just|right|immediately|directly) ${SIDE}`, 'gu'),
  new RegExp(String.raw`\bstrike (nearest|closest)(?: to)? ${SIDE}`, 'gu'),
]
const AT_THE_PRICE =
  /\b(?:nearest|closest) strike(?: to the (?:current )?(?:stock |share )?(?:price|money))?(?= |$)|\bstrike (?:nearest|closest) to the (?:current |stock |share ){0,2}(?:price|money)\b/gu
const IS_IN = /^(?:in\b|itm|below|under|beneath)/u

export interface StrikePlaces {
  readonly places: readonly number[]
  /** How many strikes from the place on, if several. */
  readonly count?: number
  /** The text without these words. */
  readonly text: string
}

/** Extracts strikes that a text names by their place beside the price: "first strike above the price". */
export function extractStrikePlaces(text: string): StrikePlaces {
  const found: { readonly index: number; readonly place: number }[] = []
  let left = text
  const row = IN_A_ROW.exec(text)
  if (row !== null) {
    const [whole, first, second, money, fourth, other, third, side = money ?? other] = row
    const place = side === undefined ? 0 : IS_IN.test(side) ? -1 : 1
    const rest = text.replace(whole, 'strikes'.padEnd(whole.length)).replace(/ {2,}/gu, ' ')
    return { places: [place], count: Number(first ?? second ?? third ?? fourth), text: rest }
  }
  for (const pattern of patterns) {
    left = left.replace(pattern, (whole: string, count: string, side: string, index: number) => {
      found.push({ index, place: (COUNTS[count] ?? 1) * (IS_IN.test(side) ? -1 : 1) })
      return 'call'.padEnd(whole.length)
    })
  }
  left = left.replace(AT_THE_PRICE, (whole: string, index: number) => {
    found.push({ index, place: 0 })
    return 'call'.padEnd(whole.length)
  })
  const places = found.toSorted((a, b) => a.index - b.index).map(({ place }) => place)
  return { places: [...new Set(places)], text: found.length === 0 ? text : left.replace(/ {2,}/gu, ' ') }
}

export const describePlace = (place: number): string =>
  place === 0
    ? 'nearest to the price'
    : Math.abs(place) === 1
      ? `first ${place > 0 ? 'above' : 'below'} the price`
      : `${Math.abs(place)} strikes ${place > 0 ? 'above' : 'below'} the price`

/** Reads the value of a chip back. */
export function readPlaces(value: string): readonly number[] {
  if (/nearest to/u.test(value)) return [0]
  return value
    .toLowerCase()
    .split('; ')
    .flatMap((one) => {
      const match = /^(first|\d{1,2}) (?:strikes? )?(above|below) the price$/u.exec(one.trim())
      return match === null ? [] : [(match[1] === 'first' ? 1 : Number(match[1])) * (match[2] === 'below' ? -1 : 1)]
    })
}
