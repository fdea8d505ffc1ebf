import { ScreenerRow } from '@callwright/contracts'

export type RowField = keyof ScreenerRow

/** Fields of a row in wire order. */
export const rowFields = Object.keys(ScreenerRow.properties) as readonly RowField[]

const positions = new Map<string, number>(rowFields.map((field, position) => [field, position]))
const labels = rowFields.map((field) => `${JSON.stringify(field)}:`)

/** Index of a field in `rowFields`; undefined for an unknown name. */
export function findPosition(name: string): number | undefined {
  return positions.get(name)
}

export function positionOf(field: RowField): number {
  return rowFields.indexOf(field)
}

export interface RowText {
  readonly bytes: Buffer
  /** Byte offset of each field, including its name; a final entry marks the end. */
  readonly starts: Uint32Array
}

/** Serializes a row once, so that responses only need to copy it. Missing fields become null. */
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

/** Builds `"name":value` from a field's JSON value. */
export function writeField(position: number, json: string): string {
  return `${labels[position]}${json}`
}

/** Text of the fields from one position up to another, including the commas between them. */
export function sliceFields({ bytes, starts }: RowText, from: number, to: number): string {
  return bytes.toString('utf8', starts[from], (starts[to] ?? 0) - 1)
}

export function readField<F extends RowField>(text: RowText, field: F): ScreenerRow[F] {
  const position = positionOf(field)
  const label = labels[position]?.length ?? 0
  return JSON.parse(sliceFields(text, position, position + 1).slice(label))
}

export function readRow({ bytes }: RowText): ScreenerRow {
  return JSON.parse(bytes.toString())
}
