import { type MapField, mapFields, plainColumn, plainWord, type StatementMap } from '@callwright/contracts/import-map'
import { guessAction } from './guess-columns.ts'

export const fieldLabels: Readonly<Record<MapField, string>> = {
  day: 'Date',
  action: 'Action',
  symbol: 'Symbol',
  contract: 'Option symbol or description',
  quantity: 'Quantity',
  price: 'Price',
  fees: 'Fees',
  amount: 'Amount',
  right: 'Call or put',
  strike: 'Strike',
  expiry: 'Expiration',
}
const required: readonly MapField[] = ['day', 'action', 'quantity']
export const isRequired = (field: MapField): boolean => required.includes(field)

/** Fields of text, which can share a column: a description may name the action and the call. */
const texts: readonly MapField[] = ['action', 'symbol', 'contract', 'right']

export type Columns = Partial<Record<MapField, string>>
export type Faults = Partial<Record<MapField, string>>

/** Faults in the choice of columns, by field. `hasWords`: whether the column of actions has few enough words. */
export function findFaults(columns: Columns, hasWords: boolean): Faults {
  const faults: Faults = {}
  for (const field of mapFields) {
    const column = columns[field] ?? ''
    if (column === '') {
      if (isRequired(field)) faults[field] = `Choose the column for ${fieldLabels[field].toLowerCase()}`
      continue
    }
    const other = mapFields.find(
      (each) => each !== field && columns[each] === column && !(texts.includes(each) && texts.includes(field)),
    )
    if (other !== undefined) faults[field] = `Also chosen for ${fieldLabels[other].toLowerCase()}`
  }
  if (!columns.symbol && !columns.contract) faults.symbol = 'Choose the column for the symbol, or for the option symbol'
  if (columns.action && !hasWords) faults.action ??= 'This column has too many different texts to be the action'
  return faults
}

/** Columns without those that were not chosen. */
export const toChosen = (columns: Columns): StatementMap['columns'] =>
  Object.fromEntries(Object.entries(columns).filter(([, column]) => column !== '')) as StatementMap['columns']

/** The columns of a map under the names that this header has. */
export function fitColumns(columns: Columns, header: readonly string[]): Columns {
  const byName = new Map(header.map((name) => [plainColumn(name), name]))
  return Object.fromEntries(
    Object.entries(columns).flatMap(([field, column]) => {
      const found = byName.get(plainColumn(column))
      return found === undefined ? [] : [[field, found]]
    }),
  )
}

type Meanings = StatementMap['actions']

/** Meanings of words without regard to case, as the server compares them. */
export const plainMeanings = (actions: Meanings): Meanings =>
  Object.fromEntries(Object.entries(actions).map(([word, meaning]) => [plainWord(word), meaning]))

/** The meaning that the user gave a word, else the probable one. */
export const findMeaning = (meanings: Meanings, word: string): Meanings[string] =>
  meanings[plainWord(word)] ?? guessAction(word)
