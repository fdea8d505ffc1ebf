import { NewPosition } from '@callwright/contracts'
import { createFieldReader } from '@callwright/service'
import { describeFaults, describeUnread } from './fault-messages.ts'
import { type IdentifiedTerms, listFaults, readNewPosition } from './position-terms.ts'
import type { ResolveSymbol } from './stock-names.ts'

export type ReadRow =
  | { readonly isValid: true; readonly id: string; readonly position: IdentifiedTerms }
  | { readonly isValid: false; readonly id: string | null; readonly reason: string }

const readFields = createFieldReader(NewPosition)

/** Parses a row, and returns a position or the reason why the row is invalid. */
export function readRow(row: unknown, resolveSymbol: ResolveSymbol): ReadRow {
  const read = readFields(row)
  const refuse = (reason: string): ReadRow => ({ isValid: false, id: findId(row), reason })
  if (!read.ok) return refuse(describeUnread(row, read.faults))
  const position = readNewPosition(read.value, resolveSymbol)
  const faults = listFaults(position.terms)
  return faults.length > 0 ? refuse(describeFaults(faults)) : { isValid: true, id: position.id, position }
}

const MAX_ID_LENGTH = 64

/** Finds the id even of an invalid row, so that the client can tell which row it was. */
function findId(row: unknown): string | null {
  if (typeof row !== 'object' || row === null || !('id' in row)) return null
  return typeof row.id === 'string' && row.id.length <= MAX_ID_LENGTH ? row.id : null
}
