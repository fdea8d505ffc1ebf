import { ScreenerRow } from '@callwright/contracts'

export type RowField = keyof ScreenerRow

/** The fields of a row in the order in which they go over the wire. */
export const rowFields = Object.keys(ScreenerRow.properties) as readonly RowField[]

const positions = new Map<string, number>(rowFields.map((field, position) => [field, position]))
const labels = rowFields.map((field) => `${JSON.stringify(field)}:`)

/** The place of a field in `rowFields`; undefined for what is no field. */
export function findPosition(name: string): number | undefined {
  return positions.get(name)
}

export function positionOf(field: RowField): number {
  return rowFields.indexOf(field)
}

/** A row as the wire carries it. */
export interface RowText {
  /** The whole JSON object. */
  readonly bytes: Buffer
  /** Where each field begins, its name included; a last entry says where one more field would. */
  readonly starts: Uint32Array
}

/** Writes a row once, so that an answer only copies it. What the row does not have is null. */
export function writeRow(row: Partial<ScreenerRow>): RowText {
  const starts = new Uint32Array(rowFields.length + 1)
  const pieces: string[] = []
  let at = 1
  for (const [position, field] of rowFields.entries()) {
    const piece = writeField(position, JSON.stringify(row[field] ?? null))
    starts[position] = at
    at += Buffer.byteLength(piece) + 1
    pieces.push(piece)
  }
  starts[rowFields.length] = at
  const bytes = Buffer.allocUnsafeSlow(at)
  bytes.write(`{${pieces.join(',')}}`)
  return { bytes, starts }
}

/** `"name":value` of a field whose value is JSON already. */
export function writeField(position: number, json: string): string {
  return `${labels[position]}${json}`
}

/** The fields from one position up to another as they stand in the text, with the commas between them. */
export function sliceFields({ bytes, starts }: RowText, from: number, to: number): string {
  return bytes.toString('utf8', starts[from], (starts[to] ?? 0) - 1)
}

/** One field's value. */
export function readField<F extends RowField>(text: RowText, field: F): ScreenerRow[F] {
  const position = positionOf(field)
  const label = labels[position]?.length ?? 0
  return JSON.parse(sliceFields(text, position, position + 1).slice(label))
}

export function readRow({ bytes }: RowText): ScreenerRow {
  return JSON.parse(bytes.toString())
}
