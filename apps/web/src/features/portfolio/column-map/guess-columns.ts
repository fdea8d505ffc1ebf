import type { MapField, StatementMap } from '@callwright/contracts/import-map'

const names: Readonly<Record<MapField, RegExp>> = {
  day: /date|day|when|datum|fecha|data\b|executed/i,
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

/**
 * Starts of the words that brokers use, without accents: English, then German, French, Spanish, Italian, Dutch and
 * Portuguese. `write` and `rebuy` say in one word what others say in two.
 */
const stems = {
  expire: 'expir lapse verfall verfiel auslauf ausgelauf venci caduc scad verval',
  assign: 'assign zuteil zugeteil andien asign assegn toewijz toegewez aanwijz aangewez atribu exercid',
  dividend: 'dividend ausschutt ausschuett cedol',
  buy: 'buy bought purchas kauf gekauft erwerb achat achet acquist compr koop kocht gekocht aankoop',
  sell: 'sell sold sale verkauf vente vend venta verkoop verkocht venda',
  open: 'open opening short eroff eroeff geoffn ouver ouvr apert apri abert abrir abier',
  close: 'clos cover schliess geschloss schluss glatt clot ferm cierr cerr chius sluit gesloten fech encerr',
  write: 'writ wrote sto',
  rebuy: 'btc ruckkauf rueckkauf rachat rachet recompr riacquist terugko',
} as const
type Stem = keyof typeof stems

/** Probable meaning of a word for an action. */
export function guessAction(text: string): StatementMap['actions'][string] {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase()
  const words = plain.split(/[^a-z]+/)
  const has = (meaning: Stem) => words.some((word) => stems[meaning].split(' ').some((stem) => isWord(word, stem)))
  if (has('expire')) return 'expire'
  if (has('assign')) return 'assign'
  if (has('write') || (has('sell') && has('open'))) return 'open'
  if (has('rebuy') || (has('buy') && has('close'))) return 'close'
  if (has('dividend')) return 'dividend'
  if (has('buy')) return 'buy'
  return has('sell') ? 'sell' : 'ignore'
}

/** Abbreviations are whole words. */
const isWord = (word: string, stem: string): boolean =>
  ABBREVIATIONS.has(stem) ? word === stem : word.startsWith(stem)

const ABBREVIATIONS: ReadonlySet<string> = new Set(['sto', 'btc'])
