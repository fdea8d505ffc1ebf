import Papa from 'papaparse'

/** Forms in which a spreadsheet saves a CSV file, by the country that it is set to. */
export const spreadsheets = {
  'United States': { delimiter: ',', decimal: '.', day: (y, m, d) => `${Number(m)}/${Number(d)}/${y}` },
  'United Kingdom': { delimiter: ',', decimal: '.', day: (y, m, d) => `${d}/${m}/${y}` },
  Germany: { delimiter: ';', decimal: ',', day: (y, m, d) => `${d}.${m}.${y}` },
  France: { delimiter: ';', decimal: ',', day: (y, m, d) => `${d}/${m}/${y}` },
  Switzerland: { delimiter: ';', decimal: '.', day: (y, m, d) => `${d}.${m}.${y}` },
  Sweden: { delimiter: ';', decimal: ',', day: (y, m, d) => `${y}-${m}-${d}` },
} as const satisfies Record<string, SpreadsheetForm>
export type Country = keyof typeof spreadsheets
export const countries = Object.keys(spreadsheets) as Country[]

interface SpreadsheetForm {
  readonly delimiter: string
  readonly decimal: string
  readonly day: (year: string, month: string, day: string) => string
}

/** A CSV file as a spreadsheet writes it after opening it: dates, decimals and long numbers in its own form. */
export function saveAs(csv: string, country: Country): string {
  const { delimiter } = spreadsheets[country]
  const { data } = Papa.parse<string[]>(csv.replace(/^\uFEFF/, '').trim())
  return Papa.unparse(
    data.map((row) => row.map((cell) => saveCell(cell, spreadsheets[country]))),
    { delimiter },
  )
}

/** Digits that a spreadsheet shows of a number. */
const MAX_DIGITS = 11

function saveCell(cell: string, { decimal, day }: SpreadsheetForm): string {
  const [, year = '', month = '', date = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(cell) ?? []
  if (year !== '') return day(year, month, date)
  if (/^\d+$/.test(cell) && cell.length > MAX_DIGITS)
    return Number(cell).toExponential(5).replace('e+', 'E+').replace('.', decimal)
  return /^-?\d+\.\d+$/.test(cell) ? cell.replace('.', decimal) : cell
}
