import type { MapField, StatementMap } from '@callwright/contracts/import-map'

const names: Readonly<Record<MapField, RegExp>> = {
  day: /date|day|when|datum|fecha|executed/i,
  action: /action|type|side|transaction|trans code|activity|what/i,
  symbol: /symbol|ticker|instrument|underlying|stock/i,
  contract: /contract|option|description|security/i,
  quantity: /quantity|qty|count|contracts|shares|amount of|number/i,
  price: /price|premium|rate/i,
  fees: /fee|commission|cost/i,
  amount: /amount|total|net|value/i,
  right: /call|put|right/i,
  strike: /strike/i,
  expiry: /expir|maturity/i,
}

/** The column that a field is probably in, by its name. */
export const guessColumn = (field: MapField, header: readonly string[]): string | null =>
  header.find((name) => names[field].test(name)) ?? null

const meanings: readonly (readonly [RegExp, StatementMap['actions'][string]])[] = [
  [/expir/i, 'expire'],
  [/assign/i, 'assign'],
  [/(sell|sold|sto).*(open|short)|^sto$|write/i, 'open'],
  [/(buy|bought).*(close|cover)|^btc$/i, 'close'],
  [/dividend/i, 'dividend'],
  [/^(buy|bought|purchase)/i, 'buy'],
  [/^(sell|sold|sale)/i, 'sell'],
]

/** Probable meaning of a word for an action. */
export const guessAction = (word: string): StatementMap['actions'][string] =>
  meanings.find(([pattern]) => pattern.test(word))?.[1] ?? 'ignore'
